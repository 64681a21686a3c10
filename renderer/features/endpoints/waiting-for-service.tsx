import { useSecondsSince } from '#ui/feedback/countdown.ts'

/** What takes longer than this needs more than the busy button. */
const shownAfterSeconds = 2

/** For how long the service has not answered what a form sent, and what happens when the form is closed. */
export function WaitingForService({ since }: { readonly since: number }) {
  const seconds = useSecondsSince(since)
  return (
    <div role="status">
      {seconds < shownAfterSeconds ? null : (
        <>
          {/* Read out once, and not again every second. */}
          Waiting for the service<span aria-hidden>: {seconds} s</span>. If you close this, the request
          continues and its result is shown wherever you are.
        </>
      )}
    </div>
  )
}
