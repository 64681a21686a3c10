import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { Receiver, SendDetail } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useFailureWhenGone } from '#ui/feedback/use-failure-when-gone.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { workspaceIn } from '../../../host/session-cache.ts'
import { delivery as deliveryQuery } from '../../deliveries/index.ts'
import { edit as copy, detail, failures, replay } from '../copy.ts'
import { ApproveAddress } from '../form/approve-address.tsx'
import { receiverList } from '../queries.ts'
import { lastReceiver, shortUrl } from '../receiver-state.ts'
import { useToastSend } from '../replay/send-toast.ts'
import { SendContent } from '../sends/send-view.tsx'
import css from './edit.module.css'
import {
  bodyBase64Of,
  draftOf,
  type EditedDelivery,
  editedOf,
  isTooLarge,
  jsonProblem,
  setDraft,
  typeIn,
  withType,
} from './edited-delivery.ts'

/** Changes the body and headers of a stored delivery and sends it. It stays open for the next try, and closing it loses nothing. */
export function EditAndSend({
  deliveryId,
  onClose,
}: {
  readonly deliveryId: number
  readonly onClose: () => void
}) {
  const api = useApi()
  const whole = useQuery(deliveryQuery(api, deliveryId))
  const { data: receivers } = useQuery(receiverList(api))
  if (whole.data && receivers && receivers.length > 0)
    return <Editor delivery={whole.data} receivers={receivers} onClose={onClose} />
  return (
    <Dialog title={copy.title} isOpen onClose={onClose} place="side">
      {whole.isError ? (
        <ErrorState error={whole.error} onRetry={() => void whole.refetch()} retrying={whole.isFetching} />
      ) : receivers?.length === 0 ? (
        <Banner title={replay.noReceiver}>{replay.noReceiverText}</Banner>
      ) : (
        <Skeleton label={copy.loading} lines={8} />
      )}
    </Dialog>
  )
}

function Editor({
  delivery,
  receivers,
  onClose,
}: {
  readonly delivery: DeliveryDetail
  readonly receivers: readonly Receiver[]
  readonly onClose: () => void
}) {
  const workspaceId = workspaceIn(useQueryClient())
  const [isRestored, setRestored] = useState(() => draftOf(workspaceId, delivery.id) !== undefined)
  const [edited, setEdited] = useState(() => draftOf(workspaceId, delivery.id) ?? editedOf(delivery))
  const [chosen, setChosen] = useState<string | null>(null)
  const receiver =
    receivers.find(({ id }) => id === chosen) ?? lastReceiver(receivers) ?? (receivers[0] as Receiver)
  const [isApproving, setApproving] = useState(false)
  const { result, failure, isPending, submit } = useEditedSend(delivery, receiver)
  const change = (next: EditedDelivery) => {
    setEdited(next)
    setDraft(workspaceId, delivery.id, next)
  }
  const startOver = () => {
    setEdited(editedOf(delivery))
    setDraft(workspaceId, delivery.id, null)
    setRestored(false)
  }
  const unnamed = edited.headers.findIndex(({ name }) => name.trim() === '')
  const isUnverified = delivery.trace.signature !== 'valid'
  const needsApproval = receiver.address.approval === 'needed'
  const isPublic = receiver.address.kind === 'public'
  const tooLarge = isTooLarge(edited)
  return (
    <>
      <Dialog
        title={copy.title}
        isOpen
        onClose={onClose}
        place="side"
        isFramed={isPublic}
        footer={
          <>
            <Button onPress={onClose}>{copy.cancel}</Button>
            <Button
              variant={isPublic ? 'danger' : 'primary'}
              pending={isPending}
              isDisabled={isUnverified || needsApproval || tooLarge || unnamed >= 0}
              onPress={() => void submit(edited)}
            >
              {result ? copy.sendAgain : copy.send}
            </Button>
          </>
        }
      >
        <div className={css.form}>
          {failure ? <ErrorBanner error={failure} /> : null}
          {isUnverified ? <Banner tone="warn">{copy.unverified}</Banner> : null}
          {isRestored ? (
            <Banner
              title={copy.restored}
              action={
                <Button size="small" onPress={startOver}>
                  {copy.startOver}
                </Button>
              }
            />
          ) : null}
          {needsApproval ? (
            <Banner
              tone="warn"
              action={
                <Button size="small" onPress={() => setApproving(true)}>
                  {detail.approve}
                </Button>
              }
            >
              {replay.notApproved}
            </Banner>
          ) : null}
          {isPublic ? <Banner tone="danger">{replay.publicHost(receiver.address.host)}</Banner> : null}
          <Select
            label={copy.receiver}
            options={receivers.map(({ id, name, url }) => ({
              value: id,
              label: visibleText(name),
              description: visibleText(shortUrl(url).slice(0, 120)),
            }))}
            value={receiver.id}
            onChange={setChosen}
          />
          <p className={css.quiet}>
            <b>{copy.simulated}.</b> {copy.simulatedText}
          </p>
          <Body edited={edited} tooLarge={tooLarge} onChange={change} />
          <Headers edited={edited} unnamed={unnamed} onChange={change} />
          {result ? (
            <section className={css.result} aria-label={copy.result}>
              <h3 className={css.label}>{copy.result}</h3>
              <SendContent key={result.id} send={result} />
            </section>
          ) : null}
        </div>
      </Dialog>
      {isApproving ? (
        <ApproveAddress receiver={receiver} onClose={() => setApproving(false)} onApproved={() => {}} />
      ) : null}
    </>
  )
}

/** Calls the host directly: headers may contain keys, and a cache would keep them. */
function useEditedSend(delivery: DeliveryDetail, receiver: Receiver) {
  const api = useApi()
  const toastSend = useToastSend()
  const reportedElsewhere = useFailureWhenGone(failures.edited)
  const [result, setResult] = useState<SendDetail | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [isPending, setPending] = useState(false)
  const isRunning = useRef(false)
  const submit = async (edited: EditedDelivery) => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    setFailure(null)
    try {
      const { sends } = await api.call('receivers.send-composed', {
        id: receiver.id,
        composition: {
          deliveryId: delivery.id,
          bodyBase64: bodyBase64Of(edited, delivery.bodyBase64),
          headers: edited.headers.map(({ name, value }): [string, string] => [name.trim(), value]),
          breakIt: null,
          signedBy:
            receiver.signsWith === 'endpoint' && delivery.endpointId !== null
              ? { kind: 'endpoint', endpointId: delivery.endpointId }
              : { kind: 'receiver' },
        },
      })
      const [sent] = sends
      if (!sent) return
      setResult(sent)
      toastSend(receiver.name, sent)
    } catch (thrown) {
      if (!reportedElsewhere(thrown)) setFailure(asAppError(thrown))
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { result, failure, isPending, submit }
}

function Body({
  edited,
  tooLarge,
  onChange,
}: {
  readonly edited: EditedDelivery
  readonly tooLarge: boolean
  readonly onChange: (edited: EditedDelivery) => void
}) {
  const { body } = edited
  if (body === null) return <Banner>{copy.notText}</Banner>
  const type = typeIn(body)
  const problem = jsonProblem(body)
  return (
    <>
      {type === null ? null : (
        <TextField
          label={copy.type}
          mono
          value={type}
          onChange={(next) => onChange({ ...edited, body: withType(body, next) })}
          autoComplete="off"
        />
      )}
      <TextField
        label={copy.body}
        multiline
        mono
        className={css.body}
        value={body}
        onChange={(next) => onChange({ ...edited, body: next })}
        description={problem === null ? undefined : copy.notJson(problem)}
        error={tooLarge ? copy.tooLarge : undefined}
        autoComplete="off"
      />
    </>
  )
}

function Headers({
  edited,
  unnamed,
  onChange,
}: {
  readonly edited: EditedDelivery
  /** The place of a header without a name, or -1. */
  readonly unnamed: number
  readonly onChange: (edited: EditedDelivery) => void
}) {
  const { headers } = edited
  const set = (key: string, changes: { readonly name?: string; readonly value?: string }) =>
    onChange({ ...edited, headers: headers.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <fieldset className={css.headers}>
      <legend className={css.label}>{copy.headers}</legend>
      {headers.map(({ key, name, value }, at) => (
        <div key={key} className={css.header}>
          <TextField
            label={copy.headerName(at + 1)}
            hideLabel
            mono
            value={name}
            onChange={(next) => set(key, { name: next })}
            autoComplete="off"
          />
          <TextField
            label={copy.headerValue(at + 1)}
            hideLabel
            mono
            value={value}
            onChange={(next) => set(key, { value: next })}
            autoComplete="off"
          />
          <IconButton
            label={copy.removeHeader(visibleText(name.slice(0, 60)))}
            onPress={() => onChange({ ...edited, headers: headers.filter((one) => one.key !== key) })}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        className={css.start}
        icon={<Plus size={13} aria-hidden />}
        onPress={() =>
          onChange({ ...edited, headers: [...headers, { key: crypto.randomUUID(), name: '', value: '' }] })
        }
      >
        {copy.addHeader}
      </Button>
      <p className={css.quiet} role={unnamed >= 0 ? 'alert' : undefined} data-error={unnamed >= 0}>
        {unnamed >= 0 ? copy.badHeader(unnamed + 1) : copy.headersText}
      </p>
    </fieldset>
  )
}
