import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useApi } from '../../host/client.ts'
import { listener as copy } from './copy.ts'
import { startListener } from './queries.ts'

/** Why deliveries do not arrive, are not stored or may be judged wrongly, in a line, and what to do. Nothing while all is well. */
export function ListenerNotice({ listener }: { readonly listener: ListenerStatus | undefined }) {
  const start = useMutation(startListener(useApi(), useQueryClient()))
  const startButton = (label: string) => (
    <Button
      size="small"
      icon={<Play size={14} aria-hidden />}
      pending={start.isPending}
      onPress={() => start.mutate()}
    >
      {label}
    </Button>
  )
  return (
    <>
      {start.error ? <ErrorBanner error={start.error} /> : null}
      {listener?.state === 'listening' && listener.degraded !== null ? (
        <Banner edge tone="danger" title={copy.notStoringTitle}>
          {listener.degraded}
        </Banner>
      ) : null}
      {listener?.state === 'listening' && listener.clock !== null ? (
        <Banner edge tone="warn" title={copy.clockTitle}>
          {listener.clock}
        </Banner>
      ) : null}
      {listener?.state === 'failed' ? (
        <Banner
          edge
          tone="danger"
          title={listener.code === 'port-busy' ? copy.portBusyTitle(listener.port) : copy.failedTitle}
          action={startButton(listener.code === 'port-busy' ? copy.retryPort : copy.retry)}
        >
          {listener.message}{' '}
          <Link to="/settings/$section" params={{ section: 'receiving' }}>
            {copy.choosePort}
          </Link>
        </Banner>
      ) : null}
      {listener?.state === 'stopped' ? (
        <Banner edge tone="warn" title={copy.stoppedTitle} action={startButton(copy.start)}>
          {copy.stoppedText}
        </Banner>
      ) : null}
    </>
  )
}
