import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './skeleton.module.css'
import { Delayed } from './spinner.tsx'

/** Grey lines in place of a list or text that loads. Shown only after 300 ms. */
export function Skeleton({
  lines = 6,
  label = 'Loading',
}: {
  readonly lines?: number
  readonly label?: string
}) {
  return (
    <div className={css.skeleton} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Delayed>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
          <span key={line} className={css.line} style={{ width: `${widths[line % widths.length]}%` }} />
        ))}
      </Delayed>
    </div>
  )
}

const widths = [72, 54, 88, 63, 79, 47]
