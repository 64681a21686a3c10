import type { CheckExchange } from '#shared/checks/model.ts'
import { curlOf } from '#shared/checks/reports/curl.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import type { CaseRow } from './case-rows.ts'
import css from './checks.module.css'
import { copy, states } from './copy.ts'

/** Shows the purpose and the result of a case. */
export function CaseDetail({ row: { of, result }, url }: { readonly row: CaseRow; readonly url: string }) {
  const { sent, expected, why, source, name } = of
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
        {result?.change ? (
          <Fact name={copy.change}>
            <b>{result.change}</b>
          </Fact>
        ) : null}
        <Fact name={copy.why}>{why}</Fact>
        <Fact name={copy.source}>{source}</Fact>
        <Fact name={copy.sent}>{sent}</Fact>
        <Fact name={copy.expected}>{expected}</Fact>
      </KeyValue>
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
