export const longestId = 256

/** What changes the meaning of a path is no id of the service. */
export const safeInPath = (id: string) => !/[/\\?#\s]/.test(id) && id !== '.' && id !== '..'

/**
 * The id of a note in pasted text: an id, a link that holds one, a line of a log. Beyond its prefix the
 * specification does not show what it looks like, so the match extends to the first character that cannot be part of one.
 */
export function noteIdIn(text: string): string | null {
  const found = /(?<![A-Za-z0-9])not_[A-Za-z0-9_~.%-]*[A-Za-z0-9_~-]/.exec(text)?.[0]
  if (found === undefined) return null
  return found.length <= longestId && safeInPath(found) ? found : null
}

/** What else of the service an id in the text names. */
export function otherIdIn(
  text: string,
): { readonly kind: 'space' | 'folder' | 'endpoint'; readonly id: string } | null {
  const found = /(?<![A-Za-z0-9])(spa|fol|whe)_[A-Za-z0-9]{14}(?![A-Za-z0-9])/.exec(text)
  const kind = otherKinds.get(found?.[1] ?? '')
  return found && kind ? { kind, id: found[0] } : null
}

const otherKinds: ReadonlyMap<string, 'space' | 'folder' | 'endpoint'> = new Map(
  Object.entries({
    spa: 'space',
    fol: 'folder',
    whe: 'endpoint',
  }),
)
