import { CircleStop, Hourglass } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import stackCss from '../layout/stack.module.css'
import { EmptyState } from './empty-state.tsx'
import css from './loading.module.css'
import { Skeleton } from './skeleton.tsx'
import { Delayed } from './spinner.tsx'

interface ReadingWords {
  /** Progress; without it, a text that the service has not responded yet. */
  readonly words?: string | undefined
  readonly stopLabel?: string
  readonly onStop: () => void
}

/**
 * Placeholder for a first load: grey lines, and after two seconds the progress and a stop button. After stopping, a button starts again.
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

/** After two seconds, shows the progress of a load and a stop button. */
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
