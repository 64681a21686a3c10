import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useApi } from '../../host/client.ts'
import { listener as copy } from './copy.ts'
import { startListener } from './queries.ts'

/** That the user stopped the listener, and how to start it. What fails by itself is in a banner on every page. */
export function ListenerNotice({ listener }: { readonly listener: ListenerStatus | undefined }) {
  const start = useMutation(startListener(useApi(), useQueryClient()))
  return (
    <>
      {start.error ? <ErrorBanner error={start.error} /> : null}
      {listener?.state === 'stopped' ? (
        <Banner
          edge
          tone="warn"
          title={copy.stoppedTitle}
          action={
            <Button
              size="small"
              icon={<Play size={14} aria-hidden />}
              pending={start.isPending}
              onPress={() => start.mutate()}
            >
              {copy.start}
            </Button>
          }
        >
          {copy.stoppedText}
        </Banner>
      ) : null}
    </>
  )
}
