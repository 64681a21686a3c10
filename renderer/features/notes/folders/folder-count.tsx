import type { OutputOf } from '#shared/rpc/contract.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { count } from '../copy.ts'
import css from './folder-pane.module.css'

export interface KnownCount {
  readonly own: number
  readonly total: number
  /** The folder was not listed completely, so there may be more notes. */
  readonly isMinimum: boolean
}

/** The known counts by folder id. `asOf`: when the tree was read, which may be after the counts. */
export function countsById(
  { counts, listedAt, unread }: Pick<OutputOf<'notes.folder-counts'>, 'counts' | 'listedAt' | 'unread'>,
  asOf: string | null,
): (id: string) => KnownCount {
  const known = new Map(counts.map(({ id, own, total }) => [id, { own, total }]))
  const unreadIds = new Set(unread)
  return (id) => ({
    ...(known.get(id) ?? { own: 0, total: 0 }),
    isMinimum: listedAt !== asOf || unreadIds.has(id),
  })
}

/** The number of notes in a folder and its subfolders. */
export function FolderCount({ known }: { readonly known: KnownCount }) {
  const { total, isMinimum } = known
  const words = describeCount(known)
  // Nothing is known yet, so no number is shown.
  if (isMinimum && total === 0) return null
  return (
    <span className={css.count} title={words}>
      <span aria-hidden>
        {total.toLocaleString()}
        {isMinimum ? '+' : ''}
      </span>
      <VisuallyHidden>, {words}</VisuallyHidden>
    </span>
  )
}

export function describeCount({ own, total, isMinimum }: KnownCount): string {
  const inside = own === total ? '' : `, ${own.toLocaleString()} directly in this folder`
  if (isMinimum) return `at least ${count(total, 'note')}${inside}`
  return `${count(total, 'note')}${inside}`
}
