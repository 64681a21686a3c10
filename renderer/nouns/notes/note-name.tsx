import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import css from './note-name.module.css'

/** Shows the title of a note, a placeholder while it is being read, or the id if it can't be read. */
export function NoteName({
  id,
  title,
}: {
  readonly id: string
  /** The note's title. `null` if the note can't be read, and `undefined` while it is being read. */
  readonly title: string | null | undefined
}) {
  if (title === undefined) return <span className={css.bone} title={visibleText(id)} />
  return (
    <span className={title === null ? css.id : undefined} title={visibleText(title ?? id)}>
      <VisibleText text={title ?? id} />
    </span>
  )
}
