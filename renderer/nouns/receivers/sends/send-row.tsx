import {
  Check,
  CircleX,
  FilePenLine,
  Forward,
  History,
  ListEnd,
  type LucideIcon,
  Play,
  Reply,
  TrendingUp,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Send, SendCause, SendVerdict } from '#shared/receivers/model.ts'
import { LogTime } from '#ui/text/log-time.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { EventName } from '../../deliveries/event-name.tsx'
import { sendResult } from '../receiver-state.ts'
import { causes, sends as copy, modes, sends, verdicts } from './copy.ts'
import css from './sends.module.css'

export function SendCells({
  send,
  endpoint,
  hasVerdict,
  children,
}: {
  readonly send: Send
  /** Name of the endpoint, in an additional column; `null` for no column. */
  readonly endpoint: string | null
  /** Whether there is a column for the verdict. */
  readonly hasVerdict: boolean
  readonly children: ReactNode
}) {
  const { at, cause, mode, eventType, phases, simulated, verdict } = send
  const { word, tone } = sendResult(send)
  const isComposed = cause === 'user' && mode === 'edited'
  const how = isComposed ? modes.edited : causes[cause]
  const HowIcon = isComposed ? FilePenLine : causeIcons[cause]
  return (
    <>
      <span className={textCss.muted}>
        <LogTime iso={at} />
      </span>
      <span className={css.how} title={how}>
        <HowIcon size={14} aria-hidden />
        <VisuallyHidden>{how}</VisuallyHidden>
      </span>
      <span className={css.event}>
        <EventName type={eventType} />
        {simulated ? (
          <span className={css.simulated} title={copy.simulatedText}>
            <Reply size={12} aria-hidden />
            <VisuallyHidden> {copy.simulated}</VisuallyHidden>
          </span>
        ) : null}
      </span>
      <span className={css.about} dir="auto">
        {children}
      </span>
      {endpoint === null ? null : (
        <span className={css.endpoint} title={visibleText(endpoint)}>
          <VisibleText text={endpoint} />
        </span>
      )}
      <span className={css.answer} data-tone={tone} data-is-word={send.status === null}>
        {word}
      </span>
      <span className={css.took}>{send.status === null ? '' : copy.ms(phases.totalMs)}</span>
      {hasVerdict ? (
        <span className={css.verdictCell}>
          <VerdictChip verdict={verdict} />
        </span>
      ) : null}
    </>
  )
}

/** Shows the comparison with the previous send as a shape, a color and a word. */
function VerdictChip({ verdict }: { readonly verdict: SendVerdict | null }) {
  if (verdict === null) return <span className={css.none}>{sends.nothing}</span>
  const Icon = icons[verdict]
  return (
    <span className={css.verdict} data-verdict={verdict}>
      <Icon size={13} strokeWidth={verdict === 'still-passing' ? 2.25 : 1.75} aria-hidden />
      {verdicts[verdict]}
    </span>
  )
}

const causeIcons: Readonly<Record<SendCause, LucideIcon>> = {
  live: Forward,
  waiting: ListEnd,
  user: Play,
  replay: Play,
  'catch-up': History,
}

const icons: Readonly<Record<SendVerdict, LucideIcon>> = {
  fixed: TrendingUp,
  regressed: TriangleAlert,
  'still-failing': CircleX,
  'still-passing': Check,
}
