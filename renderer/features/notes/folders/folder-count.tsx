import type { OutputOf } from '#shared/rpc/contract.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { count } from '../list/list-warnings.ts'
import css from './folder-pane.module.css'

export interface KnownCount {
  readonly own: number
  readonly total: number
  /** The folder was not listed to its end: there may be more. */
  readonly isLeast: boolean
}

/** What is known of each folder, by id. `asOf`: of the tree, whose folders may be newer than the counts. */
export function countsById(
  { counts, listedAt, unread }: Pick<OutputOf<'notes.folder-counts'>, 'counts' | 'listedAt' | 'unread'>,
  asOf: string | null,
): (id: string) => KnownCount {
  const known = new Map(counts.map(({ id, own, total }) => [id, { own, total }]))
  const least = new Set(unread)
  return (id) => ({
    ...(known.get(id) ?? { own: 0, total: 0 }),
    isLeast: listedAt !== asOf || least.has(id),
  })
}

/** How many notes a folder holds with those below it, and how sure that is. */
export function FolderCount({ known }: { readonly known: KnownCount }) {
  const { total, isLeast } = known
  const words = describeCount(known)
  // Nothing is known yet: silence says that better than a number.
  if (isLeast && total === 0) return null
  return (
    <span className={css.count} title={words}>
      <span aria-hidden>
        {total.toLocaleString()}
        {isLeast ? '+' : ''}
      </span>
      <VisuallyHidden>, {words}</VisuallyHidden>
    </span>
  )
}

export function describeCount({ own, total, isLeast }: KnownCount): string {
  const inside = own === total ? '' : `, ${own.toLocaleString()} of them in the folder itself`
  if (isLeast) return `${total.toLocaleString()} known${inside}; folder not read yet`
  return `${count(total, 'note')}${inside}`
}
