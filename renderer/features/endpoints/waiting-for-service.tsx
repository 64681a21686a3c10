import { useSecondsSince } from '#ui/feedback/countdown.ts'
import { waiting as copy } from './copy.ts'

/** A request that takes longer is explained, beside the busy button. */
const shownAfterSeconds = 2

/** How long the service has not answered a form, and what closing the form does. */
export function WaitingForService({ since }: { readonly since: number }) {
  const seconds = useSecondsSince(since)
  return (
    <div role="status">
      {seconds < shownAfterSeconds ? null : (
        <>
          {/* Read out once, and not again every second. */}
          {copy.forService}
          <span aria-hidden>{copy.seconds(seconds)}</span>
          {copy.continues}
        </>
      )}
    </div>
  )
}
