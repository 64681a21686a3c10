import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Judgement, judge } from '#shared/receivers/compose.ts'
import { sendResult } from '../receiver-state.ts'
import { sends as sendsCopy } from '../sends/copy.ts'
import { SendContent } from '../sends/send-view.tsx'
import css from './compose.module.css'
import { result as copy } from './copy.ts'
import type { Outcome } from './use-composed-send.ts'

/** Shows the receiver's response, and whether a correct receiver would respond like that. */
export function ComposedResult({
  outcome: { sends, breakIt, expected, isOpen },
}: {
  readonly outcome: Outcome
}) {
  return sends.map((send, at) => {
    const judgement = judge(expected, send)
    return (
      <section key={send.id} className={css.result} aria-label={at === 0 ? copy.title : copy.title2}>
        <h3 className={css.label}>{at === 0 ? copy.title : copy.title2}</h3>
        <Judged judgement={judgement}>
          {isOpen && judgement === 'right' ? copy.open : copy.judged[judgement]}{' '}
          {judgement === 'wrong' ? copy.expected[expected] : ''}
          {breakIt === 'two-same-id' && at > 0 ? ` ${copy.effect}` : ''}
        </Judged>
        <SendContent send={send} />
      </section>
    )
  })
}

/** Shows *200 · 12 ms*, and whether that is correct. */
export function ResultLine({ outcome: { sends, expected, isOpen } }: { readonly outcome: Outcome }) {
  const judgements = sends.map((send) => judge(expected, send))
  const judgement = judgements.find((one) => one !== 'right') ?? 'right'
  const words = sends.map((send) => `${sendResult(send).word} · ${sendsCopy.ms(send.phases.totalMs)}`)
  return (
    <Judged judgement={judgement}>
      <b>{words.join(', ')}</b> {isOpen && judgement === 'right' ? copy.open : copy.judged[judgement]}
    </Judged>
  )
}

export function Judged({
  judgement,
  children,
}: {
  readonly judgement: Judgement
  readonly children: ReactNode
}) {
  const Icon = icons[judgement]
  return (
    <p className={css.judged} data-judgement={judgement}>
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

const icons = { right: CircleCheck, wrong: TriangleAlert, unknown: CircleHelp } as const
