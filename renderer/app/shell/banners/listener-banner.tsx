import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { listenerStatus, startListener } from '../../../nouns/deliveries/queries.ts'
import { copy } from '../copy.ts'

/**
 * Explains on every page why deliveries fail or may be verified incorrectly. If the user stopped the listener, only the status
 * and the inspector show it. `isExplained`: another banner already explains why deliveries are not stored.
 */
export function ListenerBanner({ isExplained }: { readonly isExplained: boolean }) {
  const api = useApi()
  const { data: listener } = useQuery(listenerStatus(api))
  const start = useMutation(startListener(api, useQueryClient()))
  if (listener?.state === 'failed') {
    return (
      <Banner
        edge
        tone="danger"
        title={listener.code === 'port-busy' ? copy.listener.portBusy(listener.port) : copy.listener.failed}
        action={
          <Button size="small" pending={start.isPending} onPress={() => start.mutate()}>
            {copy.listener.retry}
          </Button>
        }
      >
        <VisibleText text={listener.message} />
        {isOfPort(listener.code) ? (
          <>
            {' '}
            <Link to="/settings/$section" params={{ section: 'receiving' }}>
              {copy.listener.choosePort}
            </Link>
          </>
        ) : null}
      </Banner>
    )
  }
  if (listener?.state !== 'listening') return null
  const [tone, title, text] =
    listener.degraded === null
      ? (['warn', copy.listener.clock, listener.clock] as const)
      : (['danger', copy.listener.notStoring, listener.degraded] as const)
  if (text === null || (isExplained && listener.degraded !== null)) return null
  return (
    <Banner edge tone={tone} title={title}>
      <VisibleText text={text} />
    </Banner>
  )
}

/** Whether choosing another port may fix the failure. */
export const isOfPort = (code: (ListenerStatus & { state: 'failed' })['code']) =>
  code === 'port-busy' || code === 'refused'
