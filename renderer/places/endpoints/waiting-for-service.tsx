import { useSecondsSince } from '#ui/feedback/countdown.ts'
import { waiting as copy } from './copy.ts'

/** Seconds after which the wait is explained, beside the busy button. */
const shownAfterSeconds = 2

/** Shows how long the service has not answered a form, and explains that the form can be closed. */
export function WaitingForService({ since }: { readonly since: number }) {
  const seconds = useSecondsSince(since)
  return (
    <div role="status">
      {seconds < shownAfterSeconds ? null : (
        <>
          {/* Announced once, not every second. */}
          {copy.forService}
          <span aria-hidden>{copy.seconds(seconds)}</span>
          {copy.continues}
        </>
      )}
    </div>
  )
}
