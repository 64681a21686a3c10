import type { ListenRefusal } from '#shared/listening/contract.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { RefusalDetails } from '../refusal-details.tsx'
import css from './endpoint-form.module.css'
import { ScopeOffers, ScopeWords } from './refused-scopes.tsx'

/** Explains outside the form why the service rejected a new endpoint, and offers scopes that it may accept. */
export function RefusedCreation({
  sentence,
  refusal,
  onScopes,
}: {
  /** Description of the error, shown if the error does not name the scopes. */
  readonly sentence: string
  readonly refusal: ListenRefusal
  readonly onScopes: (scopes: readonly string[]) => void
}) {
  const { scopes } = refusal
  return (
    <div className={css.refused}>
      {scopes?.advice.named ? (
        <ScopeWords advice={scopes.advice} chosen={scopes.asked} />
      ) : (
        <p>
          <VisibleText text={sentence} />
        </p>
      )}
      {scopes ? <ScopeOffers advice={scopes.advice} chosen={scopes.asked} onChoose={onScopes} /> : null}
      <RefusalDetails details={refusal} />
    </div>
  )
}
