import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './event-name.module.css'

/** Shows an event type, or a dash if the type is unknown. The prefix *note.* is faint, because most types share it. */
export function EventName({ type }: { readonly type: string | null }) {
  if (type === null) return '–'
  const prefix = type.startsWith('note.') ? 'note.' : ''
  return (
    <>
      <span className={css.prefix}>{prefix}</span>
      <VisibleText text={type.slice(prefix.length)} />
    </>
  )
}
