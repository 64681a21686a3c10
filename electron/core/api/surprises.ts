/**
 * Something the service did that the specification does not show. Names and short values only, never content: the user can
 * read and export these.
 */
export interface Surprise {
  readonly kind:
    | 'unknown-field'
    | 'unknown-value'
    | 'wrong-type'
    | 'odd-id'
    | 'unreadable-item'
    | 'status'
    | 'paging'
  /** The operation or the field, such as `note.owner`. */
  readonly where: string
  readonly what: string
}

export type OnSurprise = (surprise: Surprise) => void

/** Passes each surprise on once, and no more than `most` of them: a list of ten thousand odd items is one piece of news. */
export function onceEach(tell: OnSurprise, most = 500): OnSurprise {
  const told = new Set<string>()
  return (surprise) => {
    const key = JSON.stringify([surprise.kind, surprise.where, surprise.what])
    if (told.has(key) || told.size >= most) return
    told.add(key)
    tell(surprise)
  }
}
