import { CircleStop, Hourglass } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import stackCss from '../layout/stack.module.css'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { EmptyState } from './empty-state.tsx'
import css from './loading.module.css'
import { Delayed } from './spinner.tsx'

interface ReadingWords {
  /** A description of the progress. Without it, a default text says that the service has not responded yet. */
  readonly words?: string | undefined
  readonly stopLabel?: string
  readonly onStop: () => void
}

/**
 * A placeholder for the first load: gray lines, and after two seconds the progress and a stop button. After stopping, a button
 * starts the load again.
 */
export function Loading({
  label,
  lines = 8,
  isReading,
  onRead,
  ...line
}: ReadingWords & {
  readonly label: string
  readonly lines?: number
  readonly isReading: boolean
  readonly onRead: () => void
}) {
  if (!isReading) {
    return (
      <EmptyState
        icon={CircleStop}
        title="Loading stopped"
        action={
          <Button variant="primary" onPress={onRead}>
            Load now
          </Button>
        }
      >
        Nothing was changed.
      </EmptyState>
    )
  }
  return (
    <>
      <LoadingLine {...line} />
      <Skeleton label={label} lines={lines} />
    </>
  )
}

/** Shows the progress of a load and a stop button after two seconds. */
export function LoadingLine({
  words = 'Waiting for the service…',
  stopLabel = 'Stop',
  onStop,
}: ReadingWords) {
  return (
    <Delayed ms={2_000}>
      <div className={css.slow} role="status">
        <Hourglass size={14} aria-hidden />
        <span className={stackCss.fit}>{words}</span>
        <Button size="small" onPress={onStop}>
          {stopLabel}
        </Button>
      </div>
    </Delayed>
  )
}

/** Gray lines that stand in for a list or text while it is loading. Shown only after 300 ms. */
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
