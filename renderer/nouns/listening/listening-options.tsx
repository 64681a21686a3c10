import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { scopeMeanings, scopes } from '#shared/endpoints/scopes.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { events as eventsCopy } from '../deliveries/copy.ts'
import { EventsField } from '../deliveries/events-field.tsx'
import { receiverList } from '../receivers/queries.ts'
import { button, options as copy } from './copy.ts'
import type { ListenChoice } from './use-listening.ts'

/**
 * Lets the user choose the scopes and events of the session's endpoint, and whether it is deleted at the end. The choice is
 * remembered.
 */
export default function ListeningOptions({
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
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  const noScope = choice.scopes.length === 0
  const [isPicking, setPicking] = useState(choice.events.length > 0)
  const noEvent = isPicking && choice.events.length === 0
  // Scopes that the service suggested stay in the list when they are unchecked.
  const [others] = useState(() => choice.scopes.filter((scope) => !scopes.some((known) => known === scope)))
  return (
    <Dialog
      title={copy.title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{copy.close}</Button>
          <Button variant="primary" isDisabled={noScope || noEvent} onPress={onListen}>
            {button.start}
          </Button>
        </>
      }
    >
      <div className={stackCss.s5}>
        <CheckboxGroup
          label={copy.scopes}
          error={noScope ? copy.noScope : undefined}
          value={[...choice.scopes]}
          onChange={(chosen) => onChange({ ...choice, scopes: chosen })}
        >
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} description={scopeMeanings[scope]}>
              <code>{scope}</code>
            </Checkbox>
          ))}
          {others.map((scope) => (
            <Checkbox key={scope} value={scope} description={copy.unknownScope}>
              <code>
                <VisibleText text={scope} />
              </code>
            </Checkbox>
          ))}
        </CheckboxGroup>
        <EventsField
          isAll={!isPicking}
          chosen={choice.events}
          error={noEvent ? eventsCopy.needsOne : undefined}
          onAll={(isAll) => {
            setPicking(!isAll)
            if (isAll) onChange({ ...choice, events: [] })
          }}
          onChange={(chosen) => onChange({ ...choice, events: chosen })}
        />
        <Select
          label={copy.receiver}
          description={receivers.length === 0 ? copy.noReceivers : undefined}
          options={[
            { value: none, label: copy.noReceiver, description: copy.noReceiverText },
            ...receivers.map(({ id, name, url }) => ({
              value: id,
              label: visibleText(name),
              description: visibleText(url.slice(0, 120)),
            })),
          ]}
          value={receivers.find(({ id }) => id === choice.receiverId)?.id ?? none}
          onChange={(id) => onChange({ ...choice, receiverId: id === none ? null : id })}
        />
        <RadioGroup
          label={copy.atEnd}
          value={choice.temporary ? 'temporary' : 'kept'}
          onChange={(value) => onChange({ ...choice, temporary: value === 'temporary' })}
        >
          <Radio value="temporary" description={copy.deleteHelp}>
            {copy.delete}
          </Radio>
          <Radio value="kept" description={copy.keepHelp}>
            {copy.keep}
          </Radio>
        </RadioGroup>
      </div>
    </Dialog>
  )
}

/** The id for *no receiver*, which no receiver has. */
const none = 'none'
