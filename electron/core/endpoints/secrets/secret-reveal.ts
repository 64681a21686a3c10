import type { Clipboard, Clock, Log } from '#core/platform/ports.ts'
import type { Session } from '#core/workspaces/session.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { EndpointJournal, JournalEntry } from '../endpoint-journal.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'

/** How long a copied secret stays in the clipboard. */
const clipboardMs = 60_000

export interface SecretReveal {
  readonly handlers: Pick<Handlers, 'endpoints.reveal-secret' | 'endpoints.copy-secret'>
  /** Clears what was copied, if it is still there. */
  close(): Promise<void>
}

export interface SecretRevealOptions {
  readonly host: 'desktop' | 'browser'
  readonly clipboard: Clipboard
  readonly clock: Clock
  readonly log: Log
  readonly session: Session
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
}

/**
 * Gives a signing secret out again: to the page for ten minutes, and later either to the clipboard (the desktop, where the page
 * never sees it) or to the page once the endpoint's host name was typed (the browser host, which has no clipboard).
 */
export function createSecretReveal(options: SecretRevealOptions): SecretReveal {
  const { host, clipboard, clock, log, session, journal, secrets } = options
  let copied: { readonly secret: string; readonly timer: NodeJS.Timeout } | null = null

  const entryOf = (id: string): JournalEntry | null => {
    const workspace = session.workspace()
    if (workspace) return journal.byEndpoint(workspace.id, id)
    throw new AppError('not-connected', 'Connect a workspace first, or open the sandbox workspace.')
  }

  /** Its URL may have been changed elsewhere, so the service is asked where what is known here does not fit. */
  const isName = async (entry: JournalEntry, typed: string): Promise<boolean> => {
    if (typed === entry.endpointId || typed === hostOf(entry.url)) return true
    const { items } = await session.use((api) => api.endpoints())
    const listed = items.find(({ id }) => id === entry.endpointId)
    return listed !== undefined && !listed.urlRedacted && typed === hostOf(listed.url)
  }

  /** Whatever was copied since is somebody else's. */
  const clearCopied = async (): Promise<void> => {
    if (copied === null || !clipboard) return
    const { secret, timer } = copied
    clearTimeout(timer)
    copied = null
    if ((await clipboard.readText()) === secret) clipboard.clear()
  }

  return {
    handlers: {
      async 'endpoints.reveal-secret'({ id, typed }) {
        const entry = entryOf(id)
        const isLate = secrets.isRevealable(entry) && secrets.revealUntil(entry) === null
        const again = host === 'browser' && isLate && typed !== undefined && entry !== null
        if (again && !(await isName(entry, typed))) {
          const message = 'This is not the name of the endpoint.'
          throw new AppError('invalid-input', message, { fields: { typed: message } })
        }
        return secrets.reveal(entry, again)
      },

      async 'endpoints.copy-secret'({ id }) {
        if (!clipboard) throw new AppError('invalid-input', 'Copy it in the page itself.')
        const { secret } = await secrets.reveal(entryOf(id), true)
        await clipboard.writeText(secret)
        clearTimeout(copied?.timer)
        const timer = setTimeout(() => {
          clearCopied().catch((error) => log.error('The clipboard could not be cleared.', error))
        }, clipboardMs).unref()
        copied = { secret, timer }
        return { clearsAt: new Date(clock.now().getTime() + clipboardMs).toISOString() }
      },
    },
    close: () => clearCopied().catch((error) => log.error('The clipboard could not be cleared.', error)),
  }
}

const hostOf = (url: string) => URL.parse(url)?.host
