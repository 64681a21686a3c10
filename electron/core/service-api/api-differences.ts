import { visible } from '#core/platform/log.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { folderTree } from '#shared/notes/folder-tree.ts'
import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'

/** A difference between a response and the specification. Never contains content, because the user can copy it. */
export interface ObservedDifference {
  readonly kind: ApiDifferenceKind
  readonly where: string
  readonly what: string
}

export type OnDifference = (difference: ObservedDifference) => void

/**
 * Redacts secrets and escapes control characters. Texts are truncated last, because a secret that is cut off would not be
 * recognized.
 */
export function cleaned(report: OnDifference, redact: (text: string) => string): OnDifference {
  const clean = (text: string, longest: number) => visible(redact(text.slice(0, 4096))).slice(0, longest)
  return ({ kind, where, what }) => report({ kind, where: clean(where, 128), what: clean(what, 64) })
}

/** Reports each difference once, up to `most` differences in total. */
export function onceEach(report: OnDifference, most = 500): OnDifference {
  const reported = new Set<string>()
  return (difference) => {
    const key = JSON.stringify([difference.kind, difference.where, difference.what])
    if (reported.has(key) || reported.size >= most) return
    reported.add(key)
    report(difference)
  }
}

/** Reports folders whose parent is missing or circular. Must be called with all folders, because a parent may be on any page. */
export function reportParents(folders: readonly Folder[], onDifference: OnDifference): void {
  for (const { mark } of folderTree([], folders)[0]?.folders ?? []) {
    if (mark === null) continue
    const what = mark === 'orphan' ? 'not in the list' : 'in a circle'
    onDifference({ kind: 'unknown-value', where: 'folder.parent_folder_id', what })
  }
}
