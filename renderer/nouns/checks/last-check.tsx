import { useQuery } from '@tanstack/react-query'
import { CircleX, TriangleAlert } from 'lucide-react'
import { caseOf } from '#shared/checks/cases.ts'
import { type CheckResult, caseCount } from '#shared/checks/model.ts'
import { summaryOf } from '#shared/checks/summary.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { LinkButton } from '#ui/controls/link-button.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Badge } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { rowsOf } from './case-rows.ts'
import { CaseStrip } from './case-strip.tsx'
import css from './checks.module.css'
import { copy, expectations, grades } from './copy.ts'
import { receiverCheck } from './queries.ts'

/** Maximum number of failed cases shown here. The report lists them all. */
const most = 5

/** Shows the result of a receiver's last check and its failed cases. Renders nothing before the first check. */
export default function LastCheck({
  receiver,
  heading: Heading,
  onShow,
}: {
  readonly receiver: Receiver
  readonly heading: 'h2' | 'h3'
  readonly onShow: () => void
}) {
  const { data } = useQuery(receiverCheck(useApi(), receiver.id))
  const last = data?.last ?? null
  if (!data || last === null) return null
  const failed = last.results.filter(({ state }) => state === 'failed' || state === 'warned')
  return (
    <section className={css.last} aria-label={copy.title}>
      <div className={css.lastHead}>
        <Heading className={textCss.title}>{copy.title}</Heading>
        <span className={textCss.muted}>
          {copy.passed(summaryOf(last).passed, caseCount)}
          {' · '}
          <TimeText iso={last.startedAt} />
        </span>
        <span className={stackCss.grow} />
        <LinkButton onPress={onShow}>{copy.fullReport}</LinkButton>
      </div>
      <CaseStrip rows={rowsOf({ running: null, last, before: data.before })} report={last} />
      {failed.length === 0 ? null : (
        <ul className={css.failures} aria-label={copy.failures}>
          {failed.slice(0, most).map((result) => {
            const { number, state, found } = result
            const { name, grade } = caseOf(number)
            const Icon = state === 'failed' ? CircleX : TriangleAlert
            return (
              <li key={number}>
                <span className={css.state} data-state={state}>
                  <Icon size={14} aria-hidden />
                </span>
                <span className={css.number}>{number}</span>
                <span className={css.label}>{name}</span>
                <span className={css.cause} title={visibleText(found.join(' '))}>
                  <VisibleText text={causeOf(result)} />
                </span>
                <Badge tone={grade === 'must' && state === 'failed' ? 'danger' : 'warn'}>
                  {grades[grade]}
                </Badge>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** Describes the cause briefly: the response to the first failed request. Without a failed request, the first finding. */
function causeOf({ exchanges, found: [first = ''] }: CheckResult): string {
  const failed = exchanges.find(({ passed }) => !passed)
  return failed ? copy.cause(failed.status, expectations[failed.expected]) : first
}
