import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { expectationOf, type Judgement, judge } from '#shared/receivers/compose.ts'
import { SendContent } from '../sends/send-view.tsx'
import css from './compose.module.css'
import { result as copy } from './copy.ts'
import type { Outcome } from './use-composed-send.ts'

/** What the receiver answered, and whether a correct one would. */
export function ComposedResult({ outcome: { sends, breakIt } }: { readonly outcome: Outcome }) {
  const expected = expectationOf(breakIt)
  return sends.map((send, at) => {
    const judgement = judge(expected, send)
    return (
      <section key={send.id} className={css.result} aria-label={at === 0 ? copy.title : copy.title2}>
        <h3 className={css.label}>{at === 0 ? copy.title : copy.title2}</h3>
        <Judged judgement={judgement}>
          {copy.judged[judgement]} {judgement === 'wrong' ? copy.expected[expected] : ''}
          {breakIt === 'two-same-id' && at > 0 ? ` ${copy.effect}` : ''}
        </Judged>
        <SendContent send={send} />
      </section>
    )
  })
}

export function Judged({
  judgement,
  children,
}: {
  readonly judgement: Judgement
  readonly children: React.ReactNode
}) {
  const Icon = icons[judgement]
  return (
    <p className={css.judged} data-judgement={judgement} role="status">
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

const icons = { right: CircleCheck, wrong: TriangleAlert, unknown: CircleHelp } as const
