import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../../frame/app-info.ts'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/session-queries.ts'
import { clipboard, secret as copy } from './copy.ts'
import { useCopiedSecret } from './copy-secret.tsx'
import css from './secret-in-place.module.css'
import { useRevealedSecret } from './use-revealed-secret.ts'
import { VerifySnippets } from './verify-snippets.tsx'

/** Shows an endpoint's masked signing secret, with buttons to show and copy it. Only this component holds the secret. */
export function SecretInPlace({ endpoint, name }: { readonly endpoint: Endpoint; readonly name: string }) {
  const api = useApi()
  const { data: app } = useQuery(appInfo(api))
  const { data: session } = useQuery(sessionStatus(api))
  const [isShown, setShown] = useState(false)
  const { revealed } = useRevealedSecret(endpoint.id, isShown ? undefined : null)
  const copied = useCopiedSecret(endpoint.id)
  const isHeld = copied.seconds !== null && copied.seconds > 0
  const { id, revealable, revealUntil } = endpoint
  const isSandbox = session?.state === 'connected' && session.workspace.kind === 'sandbox'
  const isDesktop = app?.host === 'desktop'
  const hasTime = revealUntil !== null && Date.parse(revealUntil) > Date.now()
  // The desktop app copies a secret without showing it.
  const isOpen = hasTime || (isSandbox && !isDesktop)
  const isHere = revealable || hasTime
  return (
    <section aria-label={copy.title(name)}>
      <h3 className={css.label}>
        <VisibleText text={copy.title(name)} />
      </h3>
      <div className={css.secret}>
        <code className={css.value}>{isShown && revealed?.secret ? revealed.secret : mask}</code>
        {isOpen ? (
          <IconButton label={isShown ? copy.hide : copy.show} onPress={() => setShown(!isShown)}>
            {isShown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
          </IconButton>
        ) : null}
        {isHere && isDesktop ? (
          <IconButton label={clipboard.copy} onPress={copied.copy}>
            <Copy size={14} aria-hidden />
          </IconButton>
        ) : isHere && isOpen ? (
          <CopyButton
            label={clipboard.copy}
            text={async () => (await api.call('endpoints.reveal-secret', { id })).secret}
          />
        ) : null}
      </div>
      <p className={css.hint}>
        {isHere && (isOpen || isDesktop) ? (
          (copied.error?.message ?? (isHeld ? clipboard.clearsIn(copied.seconds ?? 0) : copy.text))
        ) : (
          <>
            {isHere ? copy.locked : copy.notHere}{' '}
            <Link to="/endpoints" search={{ endpoint: id, tab: 'secret' }}>
              {copy.open}
            </Link>
          </>
        )}
      </p>
      <VerifySnippets />
    </section>
  )
}

const mask = 'whsec_••••••••••••••••••••'
