import type { AppErrorDetails } from '#shared/errors.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { refused as copy } from './copy.ts'
import css from './form/endpoint-form.module.css'

/** Shows the service's own message for a rejection, and the request id for its support. Empty if the service sent neither. */
export function RefusalDetails({
  details: { detail, requestId, status },
}: {
  readonly details: Pick<AppErrorDetails, 'detail' | 'requestId' | 'status'>
}) {
  if (!detail && !requestId) return null
  return (
    <details className={css.details}>
      <summary>{copy.details}</summary>
      {detail ? (
        <p>
          {status ? `${status}: ` : null}
          <VisibleText text={detail} />
        </p>
      ) : null}
      {requestId ? (
        <p>
          {copy.request} <code>{requestId}</code>
          <CopyButton text={requestId} label={copy.copyRequestId} />
        </p>
      ) : null}
    </details>
  )
}
