import { Check, CircleX, type LucideIcon, TrendingUp, TriangleAlert } from 'lucide-react'
import type { SendVerdict } from '#shared/receivers/model.ts'
import { sends, verdicts } from './copy.ts'
import css from './sends.module.css'

/** Compared with the send before, by a shape, a color and a word. */
export function VerdictChip({ verdict }: { readonly verdict: SendVerdict | null }) {
  if (verdict === null) return <span className={css.none}>{sends.nothing}</span>
  const Icon = icons[verdict]
  return (
    <span className={css.verdict} data-verdict={verdict}>
      <Icon size={13} strokeWidth={verdict === 'still-passing' ? 2.25 : 1.75} aria-hidden />
      {verdicts[verdict]}
    </span>
  )
}

const icons: Readonly<Record<SendVerdict, LucideIcon>> = {
  fixed: TrendingUp,
  regressed: TriangleAlert,
  'still-failing': CircleX,
  'still-passing': Check,
}
