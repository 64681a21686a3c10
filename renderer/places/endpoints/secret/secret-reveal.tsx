import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner, useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../../frame/app-info.ts'
import { useApi } from '../../../host/client.ts'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { ConfirmName } from '../../../nouns/endpoints/secret/confirm-name.tsx'
import { isSandbox, isSecretKept, secretStorage } from '../../../nouns/endpoints/secret/secret-storage.ts'
import { useRevealedSecret, useUnsavedSecret } from '../../../nouns/endpoints/secret/use-revealed-secret.ts'
import { VerifySnippets } from '../../../nouns/endpoints/secret/verify-snippets.tsx'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { eventSummary } from '../endpoint-state.ts'
import { reveal as copy, place } from './copy.ts'
import { RevealedSecret } from './revealed-secret.tsx'
import css from './secret-reveal.module.css'

/**
 * Shows an endpoint's signing secret. Ten minutes after the endpoint's creation, a browser user must type the endpoint's name
 * first, except in the sandbox. No cache contains the secret, and it is dropped when the dialog closes or its time is over.
 */
export function SecretReveal({
  endpoint,
  created = false,
  onClose,
}: {
  readonly endpoint: Endpoint
  /**
   * Whether the endpoint was just created. The dialog then stays open until the secret is stored or copied, or the user declines
   * to copy it.
   */
  readonly created?: boolean
  readonly onClose: () => void
}) {
  const api = useApi()
  const { data: app } = useQuery(appInfo(api))
  const { data: session } = useQuery(sessionStatus(api))
  const isWorthless = session !== undefined && isSandbox(session)
  // The typed name, `null` before the user has typed it, or `undefined` if no name is required. Whether it is required is
  // determined when the dialog opens, because that changes ten minutes after the endpoint's creation.
  const [typed, setTyped] = useState<string | null | undefined>(() =>
    created || isWorthless || hasTime(endpoint) ? undefined : null,
  )
  const { revealed, error, ask } = useRevealedSecret(endpoint.id, typed)
  const [copied, setCopied] = useState(false)
  const [waived, setWaived] = useState(false)
  const isKept = useIsKept()
  const seconds = useSecondsUntil(revealed === null ? null : Date.parse(revealed.until))
  const over = revealed !== null && seconds === 0
  const isUnsaved = revealed !== null && !over && !copied && !isKept && !waived
  const held = created && isUnsaved
  useUnsavedSecret(endpoint.id, isUnsaved, copied || waived)
  const wrong = error?.details.fields?.typed
  // The typed name became required after the dialog was opened, because ten minutes had passed since the endpoint's creation.
  const isTooLate = error?.code === 'reveal-expired' && endpoint.revealable && app?.host === 'browser'

  return (
    <Dialog
      title={created ? copy.titleCreated : copy.title}
      onClose={onClose}
      mustDecide={held}
      footer={
        <Button variant="primary" onPress={onClose} isDisabled={held}>
          {copy.done}
        </Button>
      }
    >
      <div className={css.body}>
        <Summary endpoint={endpoint} />
        <p>{endpoint.receivedHere ? copy.textHere : copy.text}</p>
        {revealed === null && (typed !== undefined || isTooLate) ? (
          <ConfirmName
            endpoint={endpoint}
            error={wrong}
            onTyped={(text) => (text === typed ? ask() : setTyped(text))}
          />
        ) : null}
        {error && !wrong && !isTooLate ? (
          <ErrorBanner error={error} onRetry={error.code === 'reveal-expired' ? undefined : ask} />
        ) : over ? (
          <Banner tone="warn" title={copy.expired}>
            {endpoint.receivedHere ? copy.expiredTextHere : copy.expiredText}
          </Banner>
        ) : revealed ? (
          <RevealedSecret
            endpointId={endpoint.id}
            secret={revealed.secret}
            seconds={seconds}
            host={app?.host ?? 'browser'}
            onCopied={() => setCopied(true)}
          />
        ) : typed === null || wrong || isTooLate ? null : (
          <Skeleton lines={2} label={copy.loading} />
        )}
        {revealed && !over ? (
          <SecretPlace
            copied={copied}
            receivedHere={endpoint.receivedHere}
            required={created}
            waived={waived}
            onWaive={setWaived}
          />
        ) : null}
        <VerifySnippets />
      </div>
    </Dialog>
  )
}

function Summary({ endpoint: { label, events, folderIds } }: { readonly endpoint: Endpoint }) {
  const folders = useFolderNames()
  const [first, ...more] = folderIds
  return (
    <p className={css.summary}>
      {label === null ? null : (
        <>
          <b>
            <VisibleText text={label} />
          </b>
          {' · '}
        </>
      )}
      <VisibleText text={eventSummary(events)} />
      {' · '}
      {first === undefined ? copy.anyFolder : <VisibleText text={folders.of(first).path} />}
      {more.length > 0 ? copy.moreFolders(more.length) : null}
    </p>
  )
}

const hasTime = ({ revealUntil }: Endpoint) => revealUntil !== null && Date.parse(revealUntil) > Date.now()

/** Explains where the secret is stored, and whether the user must copy it because the service never shows it again. */
function SecretPlace({
  copied,
  receivedHere,
  required,
  waived,
  onWaive,
}: {
  readonly copied: boolean
  readonly receivedHere: boolean
  readonly required: boolean
  readonly waived: boolean
  readonly onWaive: (waived: boolean) => void
}) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  const kept = isSecretKept(session)
  const isDone = session.keychain === 'ready' || (kept && copied)
  const Icon = isDone ? CircleCheck : kept || copied ? Info : TriangleAlert
  return (
    <>
      <p className={css.place} data-look={isDone ? 'done' : kept || copied ? 'fact' : 'open'}>
        <Icon size={15} aria-hidden />
        <span>
          {secretStorage(session)}{' '}
          {copied
            ? place.copied
            : !kept
              ? place.copyNow
              : required
                ? receivedHere
                  ? place.noCopy
                  : place.copyAnyTime
                : null}
        </span>
      </p>
      {required && !kept && !copied ? (
        <Checkbox isSelected={waived} onChange={onWaive}>
          {place.waive}
        </Checkbox>
      ) : null}
    </>
  )
}

/** Whether the user doesn't have to copy the secret, because it survives a restart or is from a sandbox. */
function useIsKept(): boolean {
  const { data: session } = useQuery(sessionStatus(useApi()))
  return session !== undefined && isSecretKept(session)
}
