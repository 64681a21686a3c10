import {
  Check,
  CircleQuestionMark,
  CircleX,
  Clock3,
  LoaderCircle,
  type LucideIcon,
  Minus,
  RotateCw,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import type { CheckExchange } from '#shared/checks/model.ts'
import { curlOf } from '#shared/checks/reports/curl.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { LogTable } from '#ui/collections/log-table.tsx'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { type CaseRow, causeOf } from './case-rows.ts'
import css from './checks.module.css'
import { changes, copy, grades, type RowState, states } from './copy.ts'

/**
 * Lists the cases that did not pass, with a button that shows all others. Each row expands to its requests, its responses and the
 * recommended change.
 */
export function CaseList({
  rows,
  url,
  withApi,
  open,
  onOpen,
  onRun,
}: {
  readonly rows: readonly CaseRow[]
  readonly url: string
  readonly withApi: boolean
  readonly open: number | undefined
  readonly onOpen: (number: number) => void
  /** Runs one case. `undefined` while no case can run. */
  readonly onRun: ((number: number) => void) | undefined
}) {
  const [areAllShown, setAllShown] = useState(false)
  const shown = areAllShown ? rows : rows.filter(({ of, isOpen }) => isOpen || of.number === open)
  const hidden = rows.length - shown.length
  return (
    <div className={css.table}>
      <LogTable
        label={copy.table}
        columns={css.columns}
        heads={
          <>
            <span className={css.number}>{copy.number}</span>
            <span>{copy.case}</span>
            <span className={css.cause}>{copy.answer}</span>
            <span>{copy.grade}</span>
            <span>{copy.result}</span>
          </>
        }
        rows={shown}
        idOf={(row) => row.of.number}
        openId={open ?? null}
        onPress={onOpen}
        cells={(row) => <Cells row={row} withApi={withApi} />}
        details={(row) => <CaseDetail row={row} url={url} onRun={onRun} />}
      />
      {hidden > 0 || areAllShown ? (
        <div className={css.showPassed}>
          <LinkButton onPress={() => setAllShown(!areAllShown)}>
            {areAllShown ? copy.hidePassed : copy.showPassed(hidden)}
          </LinkButton>
        </div>
      ) : null}
    </div>
  )
}

function Cells({ row, withApi }: { readonly row: CaseRow; readonly withApi: boolean }) {
  const { of, state, change } = row
  const Icon = caseIcons[state]
  const cause = causeOf(row, withApi)
  return (
    <>
      <span className={css.number}>{of.number}</span>
      <span className={css.name}>{of.name}</span>
      <span className={css.cause} title={visibleText(cause)}>
        <VisibleText text={cause} />
      </span>
      <span className={css.grade}>{grades[of.grade]}</span>
      <span className={css.state} data-state={state}>
        <Icon size={13} strokeWidth={state === 'passed' ? 2.25 : 1.75} aria-hidden />
        {states[state]}
        {change === null ? null : <i>{changes[change]}</i>}
      </span>
    </>
  )
}

export const caseIcons: Readonly<Record<RowState, LucideIcon>> = {
  passed: Check,
  warned: TriangleAlert,
  unseen: CircleQuestionMark,
  failed: CircleX,
  'not-run': Minus,
  running: LoaderCircle,
  waiting: Clock3,
}

function CaseDetail({
  row: { of, result, advice },
  url,
  onRun,
}: {
  readonly row: CaseRow
  readonly url: string
  readonly onRun: ((number: number) => void) | undefined
}) {
  const { number, sent, expected, source, name } = of
  return (
    <section className={css.detail} aria-label={name}>
      {result && result.found.length > 0 ? (
        <ul className={css.found} aria-label={copy.found}>
          {result.found.map((sentence) => (
            <li key={sentence}>
              <VisibleText text={sentence} />
            </li>
          ))}
        </ul>
      ) : null}
      <KeyValue>
        {advice.change || advice.why === null ? (
          <Fact name={copy.change}>
            <b>{advice.change ?? copy.verifyFirst}</b>
          </Fact>
        ) : null}
        {advice.why ? <Fact name={copy.why}>{advice.why}</Fact> : null}
        <Fact name={copy.source}>{source}</Fact>
        <Fact name={copy.sent}>{sent}</Fact>
        <Fact name={copy.expected}>{expected}</Fact>
      </KeyValue>
      <Button
        size="small"
        className={stackCss.start}
        icon={<RotateCw size={13} aria-hidden />}
        isDisabled={onRun === undefined}
        onPress={() => onRun?.(number)}
      >
        {result === null ? copy.runCase : copy.runAgain}
      </Button>
      {result && result.exchanges.length > 0 ? (
        <ul className={css.exchanges} aria-label={copy.requests}>
          {result.exchanges.map((exchange, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a finished result never changes.
            <Exchange key={at} exchange={exchange} url={url} />
          ))}
          {result.requests > result.exchanges.length ? (
            <li className={textCss.muted}>{copy.more(result.requests - result.exchanges.length)}</li>
          ) : null}
        </ul>
      ) : null}
    </section>
  )
}

function Exchange({ exchange, url }: { readonly exchange: CheckExchange; readonly url: string }) {
  const { label, passed, status, ms, problem, answer, expected } = exchange
  const curl = passed ? null : curlOf(url, exchange)
  return (
    <li>
      <div className={css.exchange}>
        <span className={css.verdict} data-state={passed ? 'passed' : 'failed'}>
          {passed ? states.passed : states.failed}
        </span>
        <span className={css.label}>{label}</span>
        <span className={css.status}>
          {status === null ? copy.noAnswer : copy.answered(status, ms)}
          {passed ? '' : ` · ${copy.expected.toLowerCase()} ${expected}`}
        </span>
        {curl === null ? null : (
          <CopyButton text={curl} label={`${copy.curl}: ${label}`}>
            {copy.curl}
          </CopyButton>
        )}
      </div>
      {problem === null ? null : (
        <p className={css.problem}>
          <VisibleText text={problem} />
        </p>
      )}
      {passed || answer === '' ? null : <CodeBlock label={copy.answer} text={answer} />}
    </li>
  )
}
