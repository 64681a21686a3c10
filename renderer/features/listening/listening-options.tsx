import { useState } from 'react'
import { eventTypeMeanings, eventTypes } from '#shared/deliveries/event-types.ts'
import { scopeMeanings, scopes } from '#shared/endpoints/scopes.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './listening.module.css'
import type { ListenChoice } from './listening-words.ts'

/** What the endpoint hears of, and what becomes of it at the end. Chosen once, it is the same at the next press. */
export default function ListenOptions({
  choice,
  onChange,
  onListen,
  onClose,
}: {
  readonly choice: ListenChoice
  readonly onChange: (choice: ListenChoice) => void
  readonly onListen: () => void
  readonly onClose: () => void
}) {
  const noScope = choice.scopes.length === 0
  // Those that a refusal offered stay in the list when they are unchecked.
  const [others] = useState(() => choice.scopes.filter((scope) => !scopes.some((known) => known === scope)))
  return (
    <Dialog
      title="What to listen for"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button variant="primary" isDisabled={noScope} onPress={onListen}>
            Listen
          </Button>
        </>
      }
    >
      <div className={css.options}>
        <CheckboxGroup
          label="Scopes"
          error={noScope ? 'Choose at least one scope.' : undefined}
          value={[...choice.scopes]}
          onChange={(chosen) => onChange({ ...choice, scopes: chosen })}
        >
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} description={scopeMeanings[scope]}>
              <code>{scope}</code>
            </Checkbox>
          ))}
          {others.map((scope) => (
            <Checkbox key={scope} value={scope} description="Not in the specification.">
              <code>
                <VisibleText text={scope} />
              </code>
            </Checkbox>
          ))}
        </CheckboxGroup>
        <CheckboxGroup
          label="Events"
          description="None chosen means all of them."
          value={[...choice.events]}
          onChange={(chosen) => onChange({ ...choice, events: chosen })}
        >
          {eventTypes.map((type) => (
            <Checkbox key={type} value={type} description={eventTypeMeanings[type]}>
              <code>{type}</code>
            </Checkbox>
          ))}
        </CheckboxGroup>
        <RadioGroup
          label="At the end"
          value={choice.temporary ? 'temporary' : 'kept'}
          onChange={(value) => onChange({ ...choice, temporary: value === 'temporary' })}
        >
          <Radio
            value="temporary"
            description="When you stop, and when you quit. What it received stays here."
          >
            Delete the endpoint
          </Radio>
          <Radio
            value="kept"
            description="The service goes on sending to it. While the tunnel is closed it fails, and is disabled after four days."
          >
            Keep the endpoint
          </Radio>
        </RadioGroup>
      </div>
    </Dialog>
  )
}
