export const longestId = 256

/** Returns whether an id is safe to use in a path. The service's own ids always are. */
export const safeInPath = (id: string) => !/[/\\?#\s]/.test(id) && id !== '.' && id !== '..'

/**
 * Finds a note's id in pasted text, such as a link or a log line. The specification defines only the prefix, so the match extends
 * to the first character that an id can't contain.
 */
export function noteIdIn(text: string): string | null {
  const found = /(?<![A-Za-z0-9])not_[A-Za-z0-9_~.%-]*[A-Za-z0-9_~-]/.exec(text)?.[0]
  if (found === undefined) return null
  return found.length <= longestId && safeInPath(found) ? found : null
}

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
