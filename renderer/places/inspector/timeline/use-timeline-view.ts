import { useRemembered } from '#ui/hooks/use-remembered.ts'
import type { TimeSpan } from './timeline-steps.ts'

export const spans: readonly TimeSpan[] = ['15m', '1h', '1d', '7d', 'all']

/** Span and visibility of the timeline, remembered on this machine. */
export interface TimelineView {
  readonly span: TimeSpan
  readonly setSpan: (span: TimeSpan) => void
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
}

export function useTimelineView(): TimelineView {
  const [fold, setFold] = useRemembered('timeline', ['open', 'folded'], 'open')
  const [span, setSpan] = useRemembered<TimeSpan>('timeline:span', spans, '1h')
  return {
    span,
    setSpan,
    isShown: fold === 'open',
    setShown: (isShown) => setFold(isShown ? 'open' : 'folded'),
  }
}
