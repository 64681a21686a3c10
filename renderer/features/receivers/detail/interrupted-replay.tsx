import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { continueReplay, dismissReplay, interruptedReplays } from '../queries.ts'
import { interruptedReplay as copy } from './copy.ts'

/** What of a replay was sent when Notehook ended, and a way to send the rest. */
export function InterruptedReplayBanner({ receiverId }: { readonly receiverId: string }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data = [] } = useQuery(interruptedReplays(api))
  const goOn = useSubmission(continueReplay(api, cache))
  const dismiss = useSubmission(dismissReplay(api, cache))
  const found = data.find((one) => one.receiverId === receiverId)
  if (!found) return null
  const error = goOn.error ?? dismiss.error
  return (
    <>
      {error ? <ErrorBanner error={error} /> : null}
      <Banner
        tone="warn"
        title={copy.title}
        action={
          <>
            <Button
              size="small"
              variant="quiet"
              pending={dismiss.isPending}
              onPress={() => dismiss.mutate(receiverId)}
            >
              {copy.dismiss}
            </Button>
            <Button size="small" pending={goOn.isPending} onPress={() => goOn.mutate(receiverId)}>
              {copy.sendRest}
            </Button>
          </>
        }
      >
        {copy.text(found.done, found.of)} <TimeText iso={found.startedAt} />.
      </Banner>
    </>
  )
}
