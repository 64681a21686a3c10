import type { SecretClipboard } from '#core/platform/secret-clipboard.ts'
import { openWorkspaceId } from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { JournalEntry } from '../endpoint-journal.ts'
import type { EndpointParts } from '../parts.ts'

/**
 * Reveals a signing secret. The page receives it in the first ten minutes. Later, the desktop app copies it to the clipboard, and
 * the browser host returns it only after the user typed the endpoint's name or host name.
 */
export function createSecretReveal(
  { service, journal, secrets, labels }: EndpointParts,
  host: 'desktop' | 'browser',
  clipboard: SecretClipboard | null,
) {
  const entryOf = (id: string): JournalEntry | null => journal.byEndpoint(openWorkspaceId(service), id)

  /**
   * Returns whether the typed text is the endpoint's name or host name. Requests the endpoints if necessary, because the URL may
   * have been changed elsewhere.
   */
  const isName = async (id: string, entry: JournalEntry, typed: string): Promise<boolean> => {
    if (typed === entry.endpointId || typed === hostOf(entry.url)) return true
    const label = labels.of(openWorkspaceId(service), id)
    if (label !== null && oneSpaced(typed) === oneSpaced(label)) return true
    const { items } = await service.use((api) => api.endpoints())
    const listed = items.find((one) => one.id === id)
    return listed !== undefined && !listed.urlRedacted && typed === hostOf(listed.url)
  }

  return {
    async 'endpoints.reveal-secret'({ id, typed }) {
      const entry = entryOf(id)
      const isLate = secrets.isRevealable(entry) && secrets.revealUntil(entry) === null
      const isWorthless = service.workspace()?.kind === 'sandbox'
      const again = host === 'browser' && isLate && entry !== null && (isWorthless || typed !== undefined)
      if (again && !isWorthless && !(await isName(id, entry, typed ?? ''))) {
        const message = 'The name doesn’t match.'
        throw new AppError('invalid-input', message, { fields: { typed: message } })
      }
      return secrets.reveal(entry, again)
    },

    async 'endpoints.copy-secret'({ id }) {
      if (!clipboard) throw new AppError('invalid-input', 'Copy it in the page.')
      const { secret } = await secrets.reveal(entryOf(id), true)
      return clipboard.copy(secret)
    },
  } satisfies Partial<Handlers>
}

const oneSpaced = (text: string) => text.trim().replace(/\s+/g, ' ')

const hostOf = (url: string) => URL.parse(url)?.host
