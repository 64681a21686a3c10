import type { AppErrorDetails } from '#shared/errors.ts'
import type { ListenRefusal } from '#shared/listening/contract.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { refused as copy } from './copy.ts'
import css from './form/endpoint-form.module.css'
import { ScopeOffers, ScopeWords } from './form/refused-scopes.tsx'

/**
 * Shows the service's own message for a rejection, and the request id for its support team. Renders nothing if the service sent
 * neither.
 */
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

/** Explains outside the form why the service rejected a new endpoint, and offers scopes that it may accept. */
export function RefusedCreation({
  sentence,
  refusal,
  onScopes,
}: {
  readonly sentence: string
  readonly refusal: ListenRefusal
  readonly onScopes: (scopes: readonly string[]) => void
}) {
  const { scopes } = refusal
  return (
    <div className={css.refused}>
      {scopes?.advice.named ? (
        <ScopeWords advice={scopes.advice} chosen={scopes.requested} />
      ) : (
        <p>
          <VisibleText text={sentence} />
        </p>
      )}
      {scopes ? <ScopeOffers advice={scopes.advice} chosen={scopes.requested} onChoose={onScopes} /> : null}
      <RefusalDetails details={refusal} />
    </div>
  )
}
