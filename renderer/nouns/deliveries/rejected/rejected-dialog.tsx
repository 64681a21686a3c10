import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RejectedRequests } from '#shared/deliveries/rejected/rejected-requests.ts'
import { rejectionWords } from '#shared/deliveries/rejected/rejected-words.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { rejected as copy } from '../copy.ts'
import css from './rejected.module.css'
import { clearRejectedRequests, rejectedRequests } from './rejected-queries.ts'

/** Lists rejected requests that were not stored, with their endpoint, the problem, the response and advice. */
export default function RejectedDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  // Fetched on every mount, because change events arrive at most once per second, but the dialog must open with the current
  // count.
  const { data: rejected = [] } = useQuery({ ...rejectedRequests(api), refetchOnMount: 'always' })
  const clear = useMutation(clearRejectedRequests(api, useQueryClient()))
  return (
    <Dialog
      title={copy.title}
      onClose={onClose}
      place="side"
      footer={
        <>
          {rejected.length === 0 ? null : (
            <Button pending={clear.isPending} onPress={() => clear.mutate()}>
              {copy.clear}
            </Button>
          )}
          <Button onPress={onClose}>{copy.close}</Button>
        </>
      }
    >
      <div className={stackCss.s3}>
        {clear.error ? <ErrorBanner error={clear.error} /> : null}
        <p className={css.quiet}>{copy.about}</p>
        {rejected.length === 0 ? <p>{copy.none}</p> : null}
        <ul className={css.items}>
          {rejected.map((requests) => (
            <Item key={`${requests.endpointId} ${requests.reason}`} rejected={requests} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Item({ rejected }: { readonly rejected: RejectedRequests }) {
  const { endpointId, requests, firstAt, lastAt, status, headerNames } = rejected
  const endpoints = useEndpointNames()
  const { short, what, advice } = rejectionWords(rejected)
  return (
    <li className={css.item}>
      <h3 className={css.title}>
        {short}
        <Badge>{copy.times(requests)}</Badge>
      </h3>
      <p className={css.quiet}>
        {endpointId === null ? null : (
          <>
            {copy.at} <VisibleText text={endpoints.of(endpointId)} />,{' '}
          </>
        )}
        {copy.last} <TimeText iso={lastAt} />
        {requests === 1 ? null : (
          <>
            , {copy.first} <TimeText iso={firstAt} />
          </>
        )}
      </p>
      <p>{what}</p>
      <p>{advice}</p>
      <p className={css.quiet}>{responseText(status)}</p>
      {headerNames.length === 0 ? null : (
        <p className={css.quiet}>
          {copy.headers} <VisibleText text={headerNames.join(', ')} />.
        </p>
      )}
    </li>
  )
}

/** Describes what the service would do after this response (specification, section 3, *Delivery attempt*). */
function responseText(status: number | null): string {
  if (status === null) return copy.notAnswered
  return deliveryOutcome(status) === 'failed' ? copy.answeredForGood(status) : copy.answeredForNow(status)
}
