import { z } from 'zod'

/**
 * Ids as the specification (section 2) writes them. Reading is tolerant: an id off its pattern is shown all the same, since
 * the service is the authority on its own ids. What can never be an id is a string that would change the meaning of a path.
 */
const safeInPath = (id: string) => !/[/\\?#\s]/.test(id) && id !== '.' && id !== '..'

const id = () => z.string().min(1).max(256).refine(safeInPath, 'This is not an id of the service.')

export const SpaceId = id()
export const FolderId = id()
export const NoteId = id()
export const EndpointId = id()

/** The patterns of section 2. For a note only the prefix is specified. */
export const idPatterns = {
  space: /^spa_[a-zA-Z0-9]{14}$/,
  folder: /^fol_[a-zA-Z0-9]{14}$/,
  note: /^not_/,
  endpoint: /^whe_[a-zA-Z0-9]{14}$/,
} as const

/**
 * The id of a note in whatever somebody pasted: an id, a link that holds one, a line of a log. Beyond its prefix the
 * specification does not show what it looks like, so it goes on up to what cannot be part of one.
 */
export function noteIdIn(text: string): string | null {
  const found = /(?<![A-Za-z0-9])not_[A-Za-z0-9_~.%-]*[A-Za-z0-9_~-]/.exec(text)?.[0]
  if (found === undefined) return null
  return NoteId.safeParse(found).success ? found : null
}

/** What else of the service an id in the text names. */
export function otherIdIn(
  text: string,
): { readonly kind: 'space' | 'folder' | 'endpoint'; readonly id: string } | null {
  const found = /(?<![A-Za-z0-9])(spa|fol|whe)_[A-Za-z0-9]{14}(?![A-Za-z0-9])/.exec(text)
  const kind = otherKinds[found?.[1] ?? '']
  return found && kind ? { kind, id: found[0] } : null
}

const otherKinds: Readonly<Record<string, 'space' | 'folder' | 'endpoint'>> = {
  spa: 'space',
  fol: 'folder',
  whe: 'endpoint',
}
