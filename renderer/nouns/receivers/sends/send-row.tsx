import {
  Bot,
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
import type { Send, SendCause } from '#shared/receivers/model.ts'
import textCss from '#ui/text/text.module.css'
import { LogTime } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { EventName } from '../../deliveries/event-name.tsx'
import { sendResult } from '../receiver-state.ts'
import { causes, sends as copy, modes, verdicts } from './copy.ts'
import css from './sends.module.css'

export function SendCells({
  send,
  endpoint,
  hasVerdict,
  children,
}: {
  readonly send: Send
  /** The endpoint's name for an additional column, or `null` if there is no such column. */
  readonly endpoint: string | null
  readonly hasVerdict: boolean
  readonly children: ReactNode
}) {
  const { at, eventType, simulated } = send
  const { how, HowIcon } = sendCause(send)
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
      <SendAnswer send={send} />
      {hasVerdict ? (
        <span className={css.verdictCell}>
          <SendMark send={send} />
        </span>
      ) : null}
    </>
  )
}

export const sendCause = ({ cause, mode }: Send) =>
  cause === 'user' && mode === 'edited'
    ? { how: modes.edited, HowIcon: FilePenLine }
    : { how: causes[cause], HowIcon: causeIcons[cause] }

/** Shows the status and time of a response, or the problem, in two columns. */
export function SendAnswer({ send }: { readonly send: Send }) {
  const { word, tone } = sendResult(send)
  return (
    <>
      <span className={css.answer} data-tone={tone} data-is-word={send.status === null}>
        {word}
      </span>
      <span className={css.took}>{send.status === null ? '' : copy.ms(send.phases.totalMs)}</span>
    </>
  )
}

/** Shows the comparison with the previous send, or the result of a first send, as a shape, a color and a word. */
export function SendMark({ send }: { readonly send: Send }) {
  const verdict = send.verdict ?? (sendResult(send).tone === 'ok' ? 'passed' : 'failed')
  const Icon = icons[verdict]
  return (
    <span className={css.verdict} data-verdict={verdict}>
      <Icon size={13} strokeWidth={Icon === Check ? 2.25 : 1.75} aria-hidden />
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
  agent: Bot,
}

const icons: Readonly<Record<keyof typeof verdicts, LucideIcon>> = {
  passed: Check,
  failed: CircleX,
  fixed: TrendingUp,
  regressed: TriangleAlert,
  'still-failing': CircleX,
  'still-passing': Check,
}
