import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './event-name.module.css'

/** The type of an event; a dash if it is not known. What all event types of notes begin with says little, so it is faint. */
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
