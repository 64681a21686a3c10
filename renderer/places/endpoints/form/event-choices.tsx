import { Braces } from 'lucide-react'
import { useState } from 'react'
import { eventTypeMeanings, eventTypes, sampleEvents } from '#shared/deliveries/events/event-types.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { EventsField } from '../../../nouns/deliveries/events-field.tsx'
import css from '../../../nouns/endpoints/form/endpoint-form.module.css'
import { events as copy, unlisted } from './copy.ts'

/** Chooses the events to send (specification, section 6): all, or some of them, each with a sample delivery. */
export function EventChoices({
  isAll,
  events,
  also,
  error,
  onAll,
  onChange,
}: {
  readonly isAll: boolean
  readonly events: readonly string[]
  /** Events of the edited endpoint. Unlisted ones are also offered, so that an update keeps them. */
  readonly also: readonly string[]
  readonly error: string | undefined
  readonly onAll: (isAll: boolean) => void
  readonly onChange: (events: readonly string[]) => void
}) {
  const others = also.filter((type) => !eventTypes.some((listed) => listed === type))
  const missesShared = !isAll && events.includes('note.generated') && !events.includes('note.access_granted')
  return (
    <div className={stackCss.s3}>
      <EventsField isAll={isAll} chosen={events} error={error} onAll={onAll} onChange={onChange}>
        {eventTypes.map((type) => (
          <Choice key={type} type={type} />
        ))}
        {others.map((type) => (
          <Checkbox key={type} value={type} description={unlisted}>
            <code>
              <VisibleText text={type} />
            </code>
          </Checkbox>
        ))}
      </EventsField>
      {missesShared ? (
        <Banner
          tone="warn"
          title={copy.missesShared}
          action={
            <Button size="small" onPress={() => onChange([...events, 'note.access_granted'])}>
              {copy.addShared}
            </Button>
          }
        >
          {copy.missesSharedText.before} <code>note.access_granted</code> {copy.missesSharedText.between}{' '}
          <code>note.generated</code>
          {copy.missesSharedText.after}
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
          aria-label={copy.sampleOf(type)}
          onPress={() => setOpen(!open)}
        >
          {copy.sample}
        </Button>
      </div>
      {open ? (
        <div className={css.sample}>
          <CodeBlock
            label={copy.sampleName(type)}
            text={JSON.stringify(sampleEvents[type], null, 2)}
            wrap={false}
          />
          <p className={css.hint}>{copy.sampleText}</p>
        </div>
      ) : null}
    </div>
  )
}
