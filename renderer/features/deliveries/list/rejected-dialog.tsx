import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deliveryOutcome } from '#shared/deliveries/outcome.ts'
import type { RefusedRequests } from '#shared/deliveries/rejected-requests.ts'
import { refusalWords } from '#shared/deliveries/rejected-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../endpoints/index.ts'
import { clearRejectedRequests, rejectedRequests } from '../rejected-queries.ts'
import css from './rejected.module.css'

/** What came and is not kept: where, what was wrong with it, what it was answered, and what to do. */
export function RefusedDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  // The notice of more comes at most once a second; whoever opens this sees what is counted now.
  const { data: refused = [] } = useQuery({ ...rejectedRequests(api), refetchOnMount: 'always' })
  const forget = useMutation(clearRejectedRequests(api, useQueryClient()))
  return (
    <Dialog
      title="Requests that were not kept"
      isOpen
      onClose={onClose}
      place="side"
      footer={
        <>
          {refused.length === 0 ? null : (
            <Button pending={forget.isPending} onPress={() => forget.mutate()}>
              Count from nothing
            </Button>
          )}
          <Button variant="primary" onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={css.dialog}>
        {forget.error ? <ErrorBanner error={forget.error} /> : null}
        <p className={css.quiet}>
          What has the three webhook-… headers is kept whole, verified or not, unless it is too large, too
          late or one of too many. Everything else is answered and counted, with the names of its headers and
          nothing of what stood in them.
        </p>
        {refused.length === 0 ? <p>Nothing of that kind came since it was counted from nothing.</p> : null}
        <ul className={css.items}>
          {refused.map((one) => (
            <Item key={`${one.endpointId} ${one.reason}`} refused={one} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Item({ refused }: { readonly refused: RefusedRequests }) {
  const { endpointId, requests, firstAt, lastAt, status, headerNames } = refused
  const endpoints = useEndpointNames()
  const { short, what, advice } = refusalWords(refused)
  return (
    <li className={css.item}>
      <h3 className={css.title}>
        {short}
        <Badge>{requests === 1 ? 'once' : `${requests.toLocaleString()} times`}</Badge>
      </h3>
      <p className={css.quiet}>
        {endpointId === null ? null : (
          <>
            at <VisibleText text={endpoints.of(endpointId)} />,{' '}
          </>
        )}
        last <TimeText iso={lastAt} />
        {requests === 1 ? null : (
          <>
            , first <TimeText iso={firstAt} />
          </>
        )}
      </p>
      <p>{what}</p>
      <p>{advice}</p>
      <p className={css.quiet}>{answerWords(status)}</p>
      {headerNames.length === 0 ? null : (
        <p className={css.quiet}>
          The last one carried <VisibleText text={headerNames.join(', ')} />.
        </p>
      )}
    </li>
  )
}

/** What the service would do with this answer (specification, section 3, *Delivery attempt*). */
function answerWords(status: number | null): string {
  if (status === null) return 'Nothing could be answered.'
  return deliveryOutcome(status) === 'failed'
    ? `Answered ${status}: the service would not send it again.`
    : `Answered ${status}: the service would send it again.`
}
