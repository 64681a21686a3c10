import { Braces } from 'lucide-react'
import { useState } from 'react'
import { eventTypeMeanings, eventTypes, sampleEvents } from '#shared/deliveries/event-types.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './endpoint-form.module.css'

/** Which events are sent (specification, section 6), each with what a delivery of it carries. */
export function EventChoices({
  events,
  also,
  error,
  onChange,
}: {
  readonly events: readonly string[]
  /** Of the endpoint that is edited: whatever else it has stays to be chosen, so that an update drops nothing. */
  readonly also: readonly string[]
  readonly error: string | undefined
  readonly onChange: (events: readonly string[]) => void
}) {
  const others = also.filter((type) => !eventTypes.some((listed) => listed === type))
  const missesShared = events.includes('note.generated') && !events.includes('note.access_granted')
  return (
    <div className={css.group}>
      <CheckboxGroup
        label="Events"
        description={
          events.length === 0 ? 'None chosen means all of them.' : 'Only the chosen ones are sent.'
        }
        error={error}
        value={[...events]}
        onChange={onChange}
      >
        {eventTypes.map((type) => (
          <Choice key={type} type={type} />
        ))}
        {others.map((type) => (
          <Checkbox key={type} value={type} description="Not in the specification. It is kept as it is.">
            <code>
              <VisibleText text={type} />
            </code>
          </Checkbox>
        ))}
      </CheckboxGroup>
      {missesShared ? (
        <Banner
          tone="warn"
          title="Notes that are shared later will be missed."
          action={
            <Button size="small" onPress={() => onChange([...events, 'note.access_granted'])}>
              Choose both
            </Button>
          }
        >
          A note that has its summary already when it is shared sends <code>note.access_granted</code> and not{' '}
          <code>note.generated</code>. To discover notes, choose both.
        </Banner>
      ) : null}
    </div>
  )
}

function Choice({ type }: { readonly type: (typeof eventTypes)[number] }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <div className={css.choice}>
        <Checkbox value={type} description={eventTypeMeanings[type]}>
          <code>{type}</code>
        </Checkbox>
        <Button
          size="small"
          variant="quiet"
          icon={<Braces size={13} aria-hidden />}
          aria-expanded={open}
          aria-label={`Sample of ${type}`}
          onPress={() => setOpen(!open)}
        >
          Sample
        </Button>
      </div>
      {open ? (
        <div className={css.sample}>
          <CodeBlock
            label={`a sample of ${type}`}
            text={JSON.stringify(sampleEvents[type], null, 2)}
            wrap={false}
          />
          <p className={css.hint}>
            The body of a delivery. It carries no content: the note is fetched by its id.
          </p>
        </div>
      ) : null}
    </div>
  )
}
