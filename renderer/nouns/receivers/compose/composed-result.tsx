import { Check, CircleHelp, TriangleAlert } from 'lucide-react'
import { type RefObject, useMemo, useState } from 'react'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { AppError } from '#shared/errors.ts'
import { type BreakKind, type Judgement, judge } from '#shared/receivers/compose.ts'
import type { SendDetail } from '#shared/receivers/model.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { JsonView } from '#ui/code/json-view.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { readBodyText } from '../../deliveries/detail/body-text.ts'
import { HeadersView } from '../../deliveries/detail/headers-view.tsx'
import { PayloadView } from '../../deliveries/detail/payload-view.tsx'
import { reactions, send as sendWords } from '../sends/copy.ts'
import { cutNote, phaseWords, SignedWith } from '../sends/send-view.tsx'
import css from './compose.module.css'
import { breaking, breakWords, result as copy } from './copy.ts'
import type { Outcome } from './use-composed-send.ts'

/** Shows the receiver's response, and whether a correct receiver would respond like that. */
export function ComposedResult({
  outcome,
  failure,
  breakIt,
  isCurrent,
  at,
}: {
  readonly outcome: Outcome | null
  readonly failure: AppError | null
  readonly breakIt: BreakKind | null
  /** Whether the composition is unchanged since it was sent. */
  readonly isCurrent: boolean
  readonly at: RefObject<HTMLElement | null>
}) {
  const [hasHeaders, setHasHeaders] = useState(false)
  const expected = breakIt === null ? breaking.good : breakWords(breakIt).description
  return (
    <section ref={at} className={css.result} aria-label={copy.title}>
      <div className={css.head}>
        <h3>{copy.title}</h3>
        <span className={css.verdict} role="status">
          {outcome ? isCurrent ? <Verdict outcome={outcome} /> : copy.changedSince : copy.none}
        </span>
        {outcome?.sends.some(({ response }) => response) ? (
          <LinkButton onPress={() => setHasHeaders(!hasHeaders)}>
            {hasHeaders ? copy.hideHeaders : sendWords.responseHeaders}
          </LinkButton>
        ) : null}
      </div>
      {failure ? <ErrorBanner error={failure} /> : null}
      {outcome === null || !isCurrent ? <p className={css.quiet}>{expected}</p> : null}
      {outcome?.sends.map((send, place) => (
        <Response key={send.id} send={send} outcome={outcome} isSecond={place > 0} hasHeaders={hasHeaders} />
      ))}
    </section>
  )
}

function Verdict({ outcome: { sends, expected, isOpen } }: { readonly outcome: Outcome }) {
  const judgements = sends.map((send) => judge(expected, send))
  const judgement = judgements.find((one) => one !== 'right') ?? 'right'
  const Icon = icons[judgement]
  return (
    <span className={css.judged} data-judgement={judgement}>
      <Icon size={14} strokeWidth={judgement === 'right' ? 2.25 : 1.75} aria-hidden />
      {isOpen && judgement === 'right' ? copy.open : copy.judged[judgement]}{' '}
      {judgement === 'wrong' ? copy.expected[expected] : ''}
    </span>
  )
}

function Response({
  send,
  outcome: { breakIt },
  isSecond,
  hasHeaders,
}: {
  readonly send: SendDetail
  readonly outcome: Outcome
  readonly isSecond: boolean
  readonly hasHeaders: boolean
}) {
  const { status, problem, response } = send
  return (
    <div className={css.response}>
      <KeyValue>
        <Fact name={isSecond ? copy.title2 : copy.response}>
          {problem ? <VisibleText text={problem.sentence} /> : <code>{status}</code>}{' '}
          <span className={css.faint}>
            <VisibleText text={response?.statusText.slice(0, 200) ?? ''} />
          </span>
        </Fact>
        <Fact name={copy.time}>{phaseWords(send)}</Fact>
        {status === null ? null : <Fact name={sendWords.service}>{reactions[deliveryOutcome(status)]}</Fact>}
        <SignedWith send={send} />
      </KeyValue>
      {breakIt === 'two-same-id' && isSecond ? <p className={css.quiet}>{copy.effect}</p> : null}
      {hasHeaders && response ? (
        <HeadersView headers={response.headers} order={sendWords.responseHeaders} />
      ) : null}
      {response && response.bodyBytes > 0 ? <ResponseBody response={response} /> : null}
    </div>
  )
}

function ResponseBody({ response }: { readonly response: NonNullable<SendDetail['response']> }) {
  const body = useMemo(() => readBodyText(response.bodyBase64), [response.bodyBase64])
  const cut = cutNote(response)
  const look = { label: copy.body, numbered: true }
  return (
    <>
      {body.json !== null ? (
        <JsonView {...look} text={body.json} />
      ) : body.text !== null ? (
        <CodeBlock {...look} text={body.text} />
      ) : (
        <PayloadView body={body} />
      )}
      {cut === null ? null : <p className={css.quiet}>{cut}</p>}
    </>
  )
}

const icons = { right: Check, wrong: TriangleAlert, unknown: CircleHelp } as const satisfies Readonly<
  Record<Judgement, unknown>
>
