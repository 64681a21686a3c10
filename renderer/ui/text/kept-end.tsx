import css from './kept-end.module.css'
import { VisibleText } from './visible-text.tsx'

/** Text on one line whose end stays visible if its start is truncated. */
export function KeptEnd({ start, end }: { readonly start: string; readonly end: string }) {
  return (
    <span className={css.text}>
      <span className={css.start}>
        <VisibleText text={start} />
      </span>
      <span className={css.end}>
        <VisibleText text={end} />
      </span>
    </span>
  )
}
