import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { MissedReason } from '#shared/missed/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { startCatchUp } from '../../nouns/missed/queries.ts'
import { byForwarding } from '../../nouns/receivers/forwarding.ts'
import { receiverList } from '../../nouns/receivers/queries.ts'
import { UnforwardedNotice } from '../../nouns/receivers/unforwarded-notice.tsx'
import { catchUp as copy } from './copy.ts'
import css from './missed.module.css'

/** Asks which receiver gets the missed events. A job then sends them. */
export default function CatchUpDialog({
  endpointId,
  name,
  reason,
  receiverId,
  count,
  about,
  onStarted,
  onClose,
}: {
  readonly endpointId: string
  readonly name: string
  readonly reason: MissedReason | undefined
  readonly receiverId: string | undefined
  readonly count: number
  /** Sentences about the count, such as why it has changed since the dialog opened. */
  readonly about: readonly string[]
  readonly onStarted: () => void
  readonly onClose: () => void
}) {
  const api = useApi()
  const navigate = useNavigate()
  const query = useQuery(receiverList(api))
  const { data } = query
  const receivers = data && byForwarding(data, [endpointId])
  const [chosen, setChosen] = useState(receiverId)
  const start = useSubmission(startCatchUp(api, useQueryClient()), onStarted)
  const receiver = receivers?.find(({ id }) => id === chosen) ?? receivers?.[0]
  const isReady = receiver !== undefined && receiver.address.approval !== 'needed'
  const isPublic = receiver?.address.kind === 'public'
  const show = (search: { readonly receiver: string } | { readonly form: 'new' }) => {
    onClose()
    void navigate({ to: '/receivers', search })
  }
  return (
    <Dialog
      title={copy.title}
      isOpen
      size="small"
      isFramed={isPublic}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          {receiver ? (
            <Button
              variant={isPublic ? 'danger' : 'primary'}
              autoFocus={!isPublic}
              pending={start.isPending}
              isDisabled={!isReady || count === 0}
              onPress={() =>
                start.mutate({
                  endpointId,
                  receiverId: receiver.id,
                  ...(reason === undefined ? {} : { reason }),
                })
              }
            >
              {copy.start(count)}
            </Button>
          ) : receivers ? (
            <Button variant="primary" autoFocus onPress={() => show({ form: 'new' })}>
              {copy.addReceiver}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={css.form}>
        {start.error ? <ErrorBanner error={start.error} /> : null}
        {receivers === undefined ? (
          <QueryPlaceholder query={query} label={copy.loading} lines={3} />
        ) : receiver === undefined ? (
          <p>{copy.noReceiver}</p>
        ) : (
          <>
            {isReady ? null : (
              <Banner
                tone="warn"
                action={
                  <Button size="small" onPress={() => show({ receiver: receiver.id })}>
                    {copy.showReceiver}
                  </Button>
                }
              >
                {copy.notApproved}
              </Banner>
            )}
            {isPublic ? <Banner tone="danger">{copy.publicHost(receiver.address.host)}</Banner> : null}
            <UnforwardedNotice receiver={receiver} endpointIds={[endpointId]} />
            {count === 0 ? null : (
              <p>
                <VisibleText text={copy.text(count, name)} />
              </p>
            )}
            <div role="status" className={css.about}>
              {about.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
            {receivers.length === 1 ? (
              <p>
                {copy.receiver}: <VisibleText text={receiver.name} />{' '}
                <code className={css.url}>
                  <VisibleText text={receiver.url.slice(0, 120)} />
                </code>
              </p>
            ) : (
              <Select
                label={copy.receiver}
                options={receivers.map(({ id, name, url }) => ({
                  value: id,
                  label: visibleText(name),
                  description: visibleText(url.slice(0, 120)),
                }))}
                value={receiver.id}
                onChange={setChosen}
              />
            )}
            <p className={css.about}>{copy.marked}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
