import type { ScopeAdvice } from '#shared/errors.ts'
import { scopesOfUserKey, workspaceScope } from '../assumptions.ts'

export interface RequestedScopes {
  readonly scopes: readonly string[]
  readonly folderIds: readonly string[]
}

/**
 * Suggests scopes that the service may accept, based on the message of an error. Returns `undefined` if the message is not about
 * scopes. Suggestions contain all scopes that the message requires, but not those that it rejects. `offers` is empty if there are
 * no such scopes. The wording of messages is not specified (section 7), so `mayBe` also allows suggestions for a message that
 * doesn't mention scopes.
 */
export function scopeAdvice(
  said: string,
  requested: RequestedScopes,
  mayBe: boolean,
): ScopeAdvice | undefined {
  const named = isAboutScopes(said)
  if (!named && !mayBe) return undefined
  const folder = named ? folderIn(said, requested.folderIds) : undefined
  const offers = (named ? offersIn(said, requested.scopes, folder) : otherThan(requested.scopes))
    .map((scopes) => [...new Set(scopes)])
    .filter((scopes) => scopes.length > 0 && !isSame(scopes, requested.scopes))
  return {
    named,
    offers,
    ...(folder ? { folder } : {}),
  }
}

type Folder = NonNullable<ScopeAdvice['folder']>

/**
 * Returns whether a message is about scopes, judging by the first field that it names. If that is a folder, the message may be
 * about the folder's scopes.
 */
function isAboutScopes(said: string): boolean {
  const first = /\b(urls?|events?|event_types?|folder_?ids?|folders?|scopes?)\b/i.exec(said)?.[1] ?? ''
  if (/^scope/i.test(first)) return true
  if (/^(url|event)/i.test(first) || first === '') return false
  return /\bscopes?\b|\bvisib|\bprivate\b|\bpersonal\b|\bpublic\b/i.test(said)
}

function folderIn(said: string, sent: readonly string[]): Folder | undefined {
  const [only, ...others] = sent
  const id =
    sent.find((folderId) => said.includes(folderId)) ??
    /\bfol_[a-zA-Z0-9]{14}\b/.exec(said)?.[0] ??
    (others.length === 0 && /\bfolder/i.test(said) ? only : undefined)
  if (id === undefined) return undefined
  const visibility = /\bprivate\b/i.test(said) ? 'private' : toWorkspace.test(said) ? 'workspace' : null
  return { id, visibility }
}

function offersIn(said: string, sent: readonly string[], folder: Folder | undefined): string[][] {
  const isSent = (scope: string) => sent.includes(scope)
  const { mentioned, refused, demanded } = readScopes(said, folder)
  const isRefused = (scope: string) => refused.includes(scope)
  const wanted = [...mentioned, ...demanded].filter((scope) => !isSent(scope) && !isRefused(scope))
  if (wanted.includes(workspaceScope)) return [[workspaceScope]]
  if (wanted.length > 0) {
    if (alone.test(said) || isSent(workspaceScope)) return [[...demanded.filter(isSent), ...wanted]]
    const left = sent.filter((scope) => !isRefused(scope))
    const unclear = left.filter((scope) => mentioned.includes(scope) && !demanded.includes(scope))
    const without = left.filter((scope) => !unclear.includes(scope))
    return unclear.length > 0
      ? [
          [...without, ...wanted],
          [...left, ...wanted],
        ]
      : [[...left, ...wanted]]
  }
  // The required scopes were sent already, so the additional ones may be the problem.
  if (demanded.length > 0) return [[...demanded]]
  const rest = sent.filter((scope) => !isRefused(scope))
  if (rest.length === 0 || mentioned.length === 0) {
    return otherThan(sent).filter((scopes) => !scopes.some(isRefused))
  }
  return [rest]
}

interface ReadScopes {
  readonly mentioned: readonly string[]
  /** Scopes that are only mentioned as not allowed. */
  readonly refused: readonly string[]
  readonly demanded: readonly string[]
}

function readScopes(said: string, folder: Folder | undefined): ReadScopes {
  const mentioned = scopesIn(said)
  const clauses = said.split(clauseEnd)
  const named = (scope: string) => clauses.filter((clause) => scopesIn(clause).includes(scope))
  const refused = mentioned.filter((scope) => {
    const about = named(scope)
    return about.length > 0 && about.every((clause) => refusing.test(clause))
  })
  const open = mentioned.filter((scope) => !refused.includes(scope))
  const needed = neededFor(folder).filter((scope) => !refused.includes(scope))
  const demanded = open.filter(
    (scope) =>
      needed.includes(scope) ||
      named(scope).some((clause) => demanding.test(clause) && !refusing.test(clause)),
  )
  return { mentioned, refused, demanded: open.length > 0 ? demanded : needed }
}

const neededFor = (folder: Folder | undefined): readonly string[] =>
  folder?.visibility ? [folder.visibility === 'private' ? 'personal' : 'public'] : []

/** Separates the clauses of a message. A list such as `personal, public` is not split. */
const clauseEnd =
  /[.;:!?](?=\s|$)|\s[–—-]\s|,\s+(?!["'`“‘]?(?:personal|public|workspace)\b|and\b|or\b)|\b(?:so|but)\b|(?=\b(?:instead of|rather than|without)\b)/i

const refusing =
  /\b(?:not|cannot|unknown|invalid|forbidden|disallowed|denied|refused|remove|omit|drop|unsupported|unavailable|disabled|instead of|rather than)\b|n[’']t\b/i

const demanding =
  /\b(?:includ(?:e|es|ing)|use|add|needs?|needed|requires?|required|must|contains?|expect(?:s|ed)|only|alone|exactly|just|without)\b/i

function otherThan(sent: readonly string[]): string[][] {
  const single = scopesOfUserKey.filter((scope) => !sent.includes(scope) || sent.length > 1)
  const kinds = [...single.map((scope) => [scope]), [workspaceScope]]
  return sent.includes(workspaceScope) ? [[...scopesOfUserKey], ...kinds.slice(0, -1)] : kinds
}

/** Returns the scopes in a message. Ignores *workspace* and *public* where they are ordinary words. */
function scopesIn(said: string): string[] {
  const words = said
    .replace(/\b(personal|workspace|public)(?= (api )?(keys?|address|url|internet)\b)/gi, ' ')
    .replace(/\bpublic folder/gi, ' ')
  const named = scopesOfUserKey.filter((scope) => new RegExp(`\\b${scope}\\b`, 'i').test(words))
  return asScope.test(words) ? [...named, workspaceScope] : named
}

const asScope = new RegExp(
  [
    `["'\`«“‘]${workspaceScope}["'\`»”’]`,
    `\\b(?:include|use|add|needs?|requires?|be|only|exactly|scopes?|allowed|expected)[\\s:=]+(?:the )?(?:scopes? )?\\[?${workspaceScope}\\b(?!['’-]| (?:admin|member|visib|folder|owner|plan|setting))`,
    `\\b${workspaceScope} scope\\b`,
  ].join('|'),
  'i',
)

const alone = /\b(only|alone|exactly|just)\b/i

const toWorkspace =
  /\bvisible\b|\bworkspace-(visible|wide)\b|\bshared with (the|your|everyone|whole)|\bpublic folder|\beveryone\b/i

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((scope) => b.includes(scope))
