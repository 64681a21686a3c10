import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReceiverCheck } from '#shared/checks/contract.ts'
import { type CheckReport, caseCount } from '#shared/checks/model.ts'
import { hintOf, summaryOf } from '#shared/checks/summary.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Badge } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { caseIcons } from './case-list.tsx'
import { causeOf, rowsOf } from './case-rows.ts'
import { CaseStrip } from './case-strip.tsx'
import css from './checks.module.css'
import { copy, grades, states } from './copy.ts'
import { receiverCheck } from './queries.ts'
import { ReportMenu } from './report-menu.tsx'
import { useCheckRun } from './use-check-run.ts'

/** Maximum number of cases listed here. The report lists all cases that did not pass. */
const most = 5

interface LastCheckProps {
  readonly receiver: Receiver
  readonly heading: 'h2' | 'h3'
  readonly onShow: (number?: number) => void
}

/** Shows the result of a receiver's last check and the cases that did not pass. Renders nothing before the first check. */
export default function LastCheck(props: LastCheckProps) {
  const { data } = useQuery(receiverCheck(useApi(), props.receiver.id))
  return data?.last ? <Last {...props} check={data} last={data.last} /> : null
}

function Last({
  receiver,
  heading: Heading,
  onShow,
  check,
  last,
}: LastCheckProps & { readonly check: ReceiverCheck; readonly last: CheckReport }) {
  const { start, isStarting, isBlocked } = useCheckRun(receiver, check.endpointIds)
  const rows = rowsOf(check)
  const hint = hintOf(last)
  const open = rows.filter(({ isOpen, result }) => isOpen && result?.state !== 'not-run')
  return (
    <section className={css.last} aria-label={copy.title}>
      <div className={css.lastHead}>
        <Heading className={textCss.title}>{copy.title}</Heading>
        <span className={textCss.muted}>
          {copy.passed(summaryOf(last).passed, caseCount)}
          {' · '}
          <TimeText iso={last.startedAt} />
          {' · '}
          {copy.duration(last.ms)}
        </span>
        <span className={stackCss.grow} />
        <ReportMenu
          report={last}
          before={check.before}
          trigger={
            <Button size="small" variant="quiet">
              {copy.export}
            </Button>
          }
        />
        <LinkButton onPress={() => onShow()}>{copy.fullReport}</LinkButton>
      </div>
      <CaseStrip rows={rows} report={check.running ? null : last} />
      {hint === null ? null : <Banner tone="warn">{hint}</Banner>}
      {open.length === 0 ? null : (
        <ul className={css.failures} aria-label={copy.failures}>
          {open.slice(0, most).map((row) => {
            const { of, state } = row
            const { number, name, grade } = of
            const Icon = caseIcons[state]
            const cause = causeOf(row, last.withApi)
            return (
              <li key={number}>
                <span className={css.state} data-state={state} title={states[state]}>
                  <Icon size={14} aria-hidden />
                </span>
                <span className={css.number}>{number}</span>
                <span className={css.label} title={name}>
                  {name}
                </span>
                <span className={css.cause} title={visibleText(cause)}>
                  <VisibleText text={cause} />
                </span>
                {state === 'unseen' ? (
                  <Badge>{copy.notSeen}</Badge>
                ) : (
                  <Badge tone={grade === 'must' && state === 'failed' ? 'danger' : 'warn'}>
                    {grades[grade]}
                  </Badge>
                )}
                <span className={css.caseActions}>
                  <LinkButton onPress={() => onShow(number)}>{copy.howToFix}</LinkButton>
                  <IconButton
                    label={copy.runAgainNumbered(number)}
                    isDisabled={isBlocked || isStarting || check.running !== null}
                    onPress={() => start([number])}
                  >
                    <RotateCw size={14} aria-hidden />
                  </IconButton>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
