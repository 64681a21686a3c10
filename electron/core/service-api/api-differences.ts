import { visible } from '#core/platform/log.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { folderTree } from '#shared/notes/folder-tree.ts'
import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'

/**
 * Something the service did that the specification does not show. Names and short values only, never content: the user can
 * read and export these.
 */
export interface ObservedDifference {
  readonly kind: ApiDifferenceKind
  /** The operation or the field, such as `note.owner`. */
  readonly where: string
  readonly what: string
}

export type OnDifference = (difference: ObservedDifference) => void

/** Takes out what is secret, and what a screen or a terminal would obey; only then cuts, so that no half of a secret is left. */
export function cleaned(tell: OnDifference, redact: (text: string) => string): OnDifference {
  const clean = (text: string, longest: number) => visible(redact(text.slice(0, 4096))).slice(0, longest)
  return ({ kind, where, what }) => tell({ kind, where: clean(where, 128), what: clean(what, 64) })
}

/** Passes each difference on once, and no more than `most` of them: a list of ten thousand odd items is one piece of news. */
export function onceEach(tell: OnDifference, most = 500): OnDifference {
  const told = new Set<string>()
  return (difference) => {
    const key = JSON.stringify([difference.kind, difference.where, difference.what])
    if (told.has(key) || told.size >= most) return
    told.add(key)
    tell(difference)
  }
}

/** Only of a whole list can be said that a parent is not in it. */
export function reportParents(folders: readonly Folder[], onDifference: OnDifference): void {
  for (const { mark } of folderTree([], folders)[0]?.folders ?? []) {
    if (mark === null) continue
    const what = mark === 'orphan' ? 'not in the list' : 'in a circle'
    onDifference({ kind: 'unknown-value', where: 'folder.parent_folder_id', what })
  }
}
