import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { AppError } from '#shared/errors.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { toastDraftKept } from '#ui/feedback/draft-restored.tsx'
import { ErrorBanner, useSecondsSince } from '#ui/feedback/error-state.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useEditDraft } from '#ui/hooks/use-edit-draft.ts'
import { FormSheet } from '#ui/overlays/form-sheet.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { ScopeOffers } from '../../../nouns/endpoints/form/refused-scopes.tsx'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { waiting } from '../copy.ts'
import { creatorHint } from '../detail/copy.ts'
import { WaitingToSend } from '../waiting-to-send.tsx'
import { type EndpointFields, type FieldErrors, isEndpointFields, withoutSecrets } from './endpoint-fields.ts'
import { EndpointForm } from './endpoint-form.tsx'

/**
 * A side sheet with the form for a new or an edited endpoint. When the sheet is closed, its draft is kept and restored the next
 * time. *Cancel* discards the draft.
 */
export function EndpointSheet({
  title,
  action,
  draft: [fields, setFields, clearDraft, restored],
  isChanged,
  proposed = '',
  errors,
  failure,
  failureAction,
  above,
  notice,
  before,
  pending,
  since,
  isDisabled,
  onChange,
  onSubmit,
  onClose,
}: {
  readonly title: string
  readonly action: string
  readonly draft: EndpointDraftState
  readonly isChanged: boolean
  readonly proposed?: string
  readonly errors: FieldErrors
  readonly failure: AppError | null
  readonly failureAction?: ReactNode
  readonly above?: ReactNode
  readonly notice?: ReactNode
  readonly before?: Endpoint | undefined
  readonly pending: boolean
  readonly since: number | null
  readonly isDisabled: boolean
  readonly onChange: () => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}) {
  const formId = useId()
  const cancel = () => {
    clearDraft()
    onClose()
  }
  const close = () => {
    onClose()
    if (isChanged && since === null) toastDraftKept()
  }
  /** The rejection may be about the scopes even if it doesn't name them. */
  const guess = failure?.details.scopes?.named === false ? failure.details.scopes : null
  const chooseScopes = (scopes: readonly string[]) => {
    setFields({ ...fields, scopes })
    onChange()
    document.querySelector<HTMLElement>(`button[form="${CSS.escape(formId)}"]`)?.focus()
  }
  return (
    <FormSheet
      title={title}
      formId={formId}
      action={action}
      hint={
        since === null ? null : (
          <WaitingToSend
            verb={before ? 'changed' : 'created'}
            otherwise={<WaitingForService since={since} />}
          />
        )
      }
      notices={
        <>
          {above}
          {!above && failure && (failureAction || Object.keys(errors).length === 0) ? (
            <ErrorBanner
              error={failure}
              action={
                failureAction ??
                (guess ? <ScopeOffers advice={guess} chosen={fields.scopes} onChoose={chooseScopes} /> : null)
              }
            />
          ) : null}
          {before && !above ? (
            <CreatorHint
              endpoint={before}
              isRefused={
                failure?.code === 'forbidden' && (failure.details.reasons?.includes('creator') ?? false)
              }
            />
          ) : null}
          {notice}
        </>
      }
      isRestored={restored && !above && since === null}
      pending={pending}
      isDisabled={isDisabled}
      onCancel={cancel}
      onStartOver={clearDraft}
      onClose={close}
    >
      <EndpointForm
        id={formId}
        fields={fields}
        proposed={proposed}
        errors={errors}
        refusal={failure}
        before={before}
        onChange={(next) => {
          setFields(next)
          onChange()
        }}
        onSubmit={onSubmit}
      />
    </FormSheet>
  )
}

type EndpointDraftState = ReturnType<typeof useEndpointDraft>

export function useEndpointDraft(name: string, initial: EndpointFields) {
  return useDraft(useDraftName(name), initial, isEndpointFields, withoutSecrets)
}

export function useEndpointEdit(
  name: string,
  values: { readonly initial: EndpointFields; readonly now: EndpointFields },
) {
  return useEditDraft(useDraftName(name), values, isEndpointFields, withoutSecrets)
}

function useDraftName(name: string): string {
  const { data: session } = useQuery(sessionStatus(useApi()))
  return `${name}:${session && session.state !== 'welcome' ? session.workspace.id : ''}`
}

/** Explains who can change the endpoint if this key can't. Shown before and after the service rejects a change. */
function CreatorHint({
  endpoint: { url, urlRedacted, createdBy },
  isRefused,
}: {
  readonly endpoint: Endpoint
  /** Whether the service rejected a change, possibly because another user created the endpoint. */
  readonly isRefused: boolean
}) {
  if (!isRefused && !(urlRedacted && isOrigin(url))) return null
  return (
    <Banner title={isRefused ? creatorHint.refused : creatorHint.redacted}>
      {isRefused ? null : creatorHint.redactedText}
      {createdBy ? (
        <>
          <VisibleText text={createdBy.name} />
          {createdBy.email ? (
            <>
              {' '}
              (<VisibleText text={createdBy.email} />)
            </>
          ) : null}{' '}
          {creatorHint.created}
        </>
      ) : (
        creatorHint.deletedAccount
      )}
    </Banner>
  )
}

const isOrigin = (url: string) => URL.parse(url)?.origin === url.replace(/\/$/, '')

/** Seconds after which the form explains why its button is still busy. */
const shownAfterSeconds = 2

/** Shows how long the service has not responded to a form, and that the form can be closed. */
function WaitingForService({ since }: { readonly since: number }) {
  const seconds = useSecondsSince(since)
  return (
    <div role="status">
      {seconds < shownAfterSeconds ? null : (
        <>
          {/* Announced once instead of every second. */}
          {waiting.forService}
          <span aria-hidden>{waiting.seconds(seconds)}</span>
          {waiting.continues}
        </>
      )}
    </div>
  )
}
