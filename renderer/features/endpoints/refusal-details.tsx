import type { AppErrorDetails } from '#shared/errors.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './form/endpoint-form.module.css'

/** What the service said of a refusal, word for word, with what its support asks for. Nothing where it said nothing. */
export function RefusalDetails({
  details: { detail, requestId, status },
}: {
  readonly details: Pick<AppErrorDetails, 'detail' | 'requestId' | 'status'>
}) {
  if (!detail && !requestId) return null
  return (
    <details className={css.details}>
      <summary>Details</summary>
      {detail ? (
        <p>
          {status ? `${status}: ` : null}
          <VisibleText text={detail} />
        </p>
      ) : null}
      {requestId ? (
        <p>
          Request <code>{requestId}</code>
          <CopyButton text={requestId} label="Copy the request id" />
        </p>
      ) : null}
    </details>
  )
}
