import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { appInfo } from '../../../frame/app-info.ts'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/session-queries.ts'
import { ConfirmName } from './confirm-name.tsx'
import { clipboard, secret as copy } from './copy.ts'
import { type CopiedSecret, useCopiedSecret } from './copy-secret.tsx'
import css from './secret-in-place.module.css'
import { isSandbox, isSecretKept, secretStorage } from './secret-storage.ts'
import { useRevealedSecret, useUnsavedSecret } from './use-revealed-secret.ts'
import { VerifySnippets } from './verify-snippets.tsx'

/** Shows an endpoint's signing secret on another item's page, with code that verifies deliveries. */
export function SecretInPlace({ endpoint, name }: { readonly endpoint: Endpoint; readonly name: string }) {
  const copied = useCopiedSecret(endpoint.id)
  const [isShown, setShown] = useState(false)
  return (
    <section aria-label={copy.title(name)}>
      <h3 className={css.label}>
        <VisibleText text={copy.title(name)} />
      </h3>
      <SecretField endpoint={endpoint} copied={copied} isShown={isShown} onShow={setShown}>
        {endpoint.revealable || hasTime(endpoint) ? (
          copy.text
        ) : (
          <>
            {copy.notHere}{' '}
            <Link to="/endpoints" search={{ endpoint: endpoint.id, tab: 'secret' }}>
              {copy.open}
            </Link>
          </>
        )}
      </SecretField>
      <VerifySnippets />
    </section>
  )
}

/**
 * Shows a masked signing secret, with buttons to show and copy it. The secret is only in this component's state. Ten minutes
 * after the endpoint's creation, a browser user must type the endpoint's name first, except in the sandbox, and the desktop app
 * copies the secret without showing it.
 */
export function SecretField({
  endpoint,
  copied,
  isShown,
  onShow,
  children,
}: {
  readonly endpoint: Endpoint
  readonly copied: CopiedSecret
  readonly isShown: boolean
  readonly onShow: (isShown: boolean) => void
  readonly children?: ReactNode
}) {
  const { id, revealable } = endpoint
  const api = useApi()
  const { data: app } = useQuery(appInfo(api))
  const { data: session } = useQuery(sessionStatus(api))
  const isDesktop = app?.host === 'desktop'
  const isOpen = hasTime(endpoint) || (session !== undefined && isSandbox(session) && !isDesktop)
  const [typed, setTyped] = useState<string>()
  const { revealed, error, ask } = useRevealedSecret(
    id,
    !isShown ? null : (typed ?? (isOpen ? undefined : null)),
  )
  const [isCopied, setCopied] = useState(false)
  const isKept = session !== undefined && isSecretKept(session)
  const shown = isShown && revealed?.secret ? revealed.secret : null
  useUnsavedSecret(id, shown !== null && !isCopied && !isKept, isCopied)
  const wrong = error?.details.fields?.typed
  // The ten minutes in which the secret can be shown without confirmation ended while the page was open.
  const isTooLate = error?.code === 'reveal-expired' && revealable && !isDesktop
  const show = (next: boolean) => {
    setTyped(undefined)
    onShow(next)
  }
  const isHeld = copied.seconds !== null && copied.seconds > 0
  const problem = copied.error ?? (wrong || isTooLate ? null : error)
  const copyWords =
    copied.seconds === null
      ? `${clipboard.copied}.`
      : isHeld
        ? clipboard.clearsIn(copied.seconds)
        : clipboard.cleared
  const words =
    problem?.message ??
    (isCopied || copied.seconds !== null ? `${copyWords} ${session ? secretStorage(session) : ''}` : children)
  return (
    <>
      <div className={css.secret}>
        <code className={css.value}>{shown ?? mask}</code>
        {isOpen || (revealable && !isDesktop) ? (
          <IconButton label={isShown ? copy.hide : copy.show} onPress={() => show(!isShown)}>
            {isShown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
          </IconButton>
        ) : null}
        {isDesktop && (revealable || isOpen) ? (
          <IconButton label={clipboard.copy} onPress={copied.copy}>
            <Copy size={14} aria-hidden />
          </IconButton>
        ) : isOpen || shown !== null ? (
          <CopyButton
            label={clipboard.copy}
            text={shown ?? (async () => (await api.call('endpoints.reveal-secret', { id })).secret)}
            onCopied={() => setCopied(true)}
          />
        ) : null}
      </div>
      {isShown && shown === null && (wrong || isTooLate || (!isOpen && typed === undefined)) ? (
        <div className={css.unlock}>
          <ConfirmName
            endpoint={endpoint}
            error={wrong}
            onTyped={(text) => (text === typed ? ask() : setTyped(text))}
          />
        </div>
      ) : null}
      <LiveStatus>{isHeld ? clipboard.copied : ''}</LiveStatus>
      {words ? (
        <p className={css.hint} data-failed={problem ? true : undefined}>
          {words}
        </p>
      ) : null}
    </>
  )
}

const hasTime = ({ revealUntil }: Endpoint) => revealUntil !== null && Date.parse(revealUntil) > Date.now()

const mask = 'whsec_••••••••••••••••••••'
