import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PassThrough, Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Select } from '#ui/controls/select.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { passThrough, setPassThrough } from '../../../nouns/receivers/queries.ts'
import { passThrough as copy, passThroughBanner } from '../copy.ts'
import css from './pass-through.module.css'

/** Shows whether the service gets this receiver's own responses, with a button to change that. */
export function PassThroughSection({
  receiver,
  heading: Heading,
}: {
  readonly receiver: Receiver
  readonly heading: 'h2' | 'h3'
}) {
  const api = useApi()
  const { data } = useQuery(passThrough(api))
  const change = useSubmission(setPassThrough(api, useQueryClient()))
  const names = useEndpointNames()
  const [isAsking, setAsking] = useState(false)
  const on = data?.passThrough?.receiverId === receiver.id ? data.passThrough : null
  return (
    <section className={css.section} aria-label={copy.title}>
      <Heading className={textCss.title}>{copy.title}</Heading>
      <p className={textCss.note}>
        {on ? (
          <VisibleText text={passThroughBanner.banner(receiver.name, names.of(on.endpointId))} />
        ) : (
          copy.text
        )}
      </p>
      {change.error ? <ErrorBanner error={change.error} /> : null}
      <Button
        size="small"
        className={stackCss.start}
        pending={change.isPending}
        onPress={() => (on ? change.mutate(null) : setAsking(true))}
      >
        {on ? passThroughBanner.turnOff : copy.turnOn}
      </Button>
      {isAsking ? (
        <Confirm receiver={receiver} other={data?.passThrough ?? null} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  )
}

/** Asks for the endpoint, and explains which responses the service will get. */
function Confirm({
  receiver,
  other,
  onClose,
}: {
  readonly receiver: Receiver
  readonly other: PassThrough | null
  readonly onClose: () => void
}) {
  const names = useEndpointNames()
  const endpoints = names.list.filter(
    ({ id, receivedHere }) =>
      receivedHere &&
      (receiver.rules.endpointIds.length === 0 || receiver.rules.endpointIds.some((one) => one === id)),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const [exactly, setExactly] = useState(false)
  const endpointId = endpoints.find(({ id }) => id === chosen)?.id ?? endpoints[0]?.id
  const change = useSubmission(setPassThrough(useApi(), useQueryClient()), onClose)
  return (
    <Dialog
      title={copy.confirmTitle}
      onClose={onClose}
      role="alertdialog"
      isFramed={receiver.address.kind === 'public'}
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button
            variant={exactly ? 'danger' : 'primary'}
            pending={change.isPending}
            isDisabled={endpointId === undefined}
            onPress={() => endpointId && change.mutate({ receiverId: receiver.id, endpointId, exactly })}
          >
            {copy.confirm}
          </Button>
        </>
      }
    >
      <div className={stackCss.s4}>
        {change.error ? <ErrorBanner error={change.error} /> : null}
        {endpointId === undefined ? (
          <p>{copy.noEndpoint}</p>
        ) : (
          <Select
            label={copy.endpoint}
            options={endpoints.map(({ id }) => ({ value: id, label: visibleText(names.of(id)) }))}
            value={endpointId}
            onChange={setChosen}
          />
        )}
        <table className={css.table} aria-label={copy.table}>
          <thead>
            <tr>
              <th scope="col">{copy.receiverAnswers}</th>
              <th scope="col">{copy.serviceGets}</th>
              <th scope="col">{copy.after}</th>
            </tr>
          </thead>
          <tbody>
            {copy.rows(exactly).map(([answer, gets, after]) => (
              <tr key={answer}>
                <td>{answer}</td>
                <td>{gets}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Checkbox isSelected={exactly} onChange={setExactly} description={copy.exactlyText}>
          {copy.exactly}
        </Checkbox>
        <p className={textCss.note}>
          {copy.stored} {other ? copy.replaces : null}
        </p>
      </div>
    </Dialog>
  )
}
