import type { Attempt } from '#shared/deliveries/model.ts'
import { outcomeMeanings } from '#shared/deliveries/outcome.ts'
import { outcomeOfResponse, readSimulatedResponse } from '#shared/deliveries/recorded-response.ts'
import { Badge, StatusPill } from '#ui/feedback/status-pill.tsx'
import { PagedList } from '#ui/text/paged-list.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { TruncatedText } from '#ui/text/truncated-text.tsx'
import { verdicts } from '../copy.ts'
import { outcomeStyles } from '../outcome-styles.ts'
import { responseMeaning } from '../response-meaning.ts'
import { verdictStyles } from '../verdict-styles.ts'
import { attempts as copy } from './copy.ts'
import css from './delivery-detail.module.css'

/** Every attempt, and what the service does after each response (specification, section 3, *Delivery attempt*). */
export function AttemptsView({
  attempts,
  total,
}: {
  readonly attempts: readonly Attempt[]
  /** How many there were; if there are very many, not all are listed. */
  readonly total: number
}) {
  return (
    <div className={css.view}>
      <PagedList items={attempts} name={copy.parts}>
        {(shown, first) => (
          <ol className={css.steps} start={first + 1}>
            {shown.map((attempt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
              <AttemptStep key={first + index} attempt={attempt} number={first + index + 1} />
            ))}
          </ol>
        )}
      </PagedList>
      {total > attempts.length ? <p className={css.quiet}>{copy.more(total - attempts.length)}</p> : null}
    </div>
  )
}

function AttemptStep({ attempt, number }: { readonly attempt: Attempt; readonly number: number }) {
  const simulated = readSimulatedResponse(attempt.answer)
  const outcome = outcomeOfResponse(simulated ?? { status: attempt.status, delayMs: 0 })
  const { icon: Icon, tone } = outcomeStyles[outcome]
  const { tone: verdictTone, icon } = verdictStyles[attempt.verdict]
  const meaning = responseMeaning(attempt.answer)
  return (
    <li className={css.step}>
      <span className={css.mark} data-tone={tone}>
        <Icon size={16} aria-hidden />
      </span>
      <div>
        <div className={css.entry}>
          <span className={css.stepTitle}>{copy.title(number)}</span>
          <StatusPill tone={verdictTone} icon={icon}>
            {verdicts[attempt.verdict].label}
          </StatusPill>
          {simulated ? <Badge tone="warn">{copy.simulated}</Badge> : null}
        </div>
        <div className={css.facts}>
          <span className={css.quiet}>
            {copy.received} <TimeText iso={attempt.receivedAt} show="exact" />
            {attempt.webhookTimestamp === null ? null : (
              <>
                , {copy.sent} <TimeText iso={isoOf(attempt.webhookTimestamp)} show="exact" />{' '}
                (webhook-timestamp <TruncatedText text={attempt.webhookTimestamp} />)
              </>
            )}
          </span>
          <span>
            {copy.answered} <b>{attempt.status}</b>
            {meaning === null ? (
              <>
                {' '}
                <code>
                  <TruncatedText text={attempt.answer} />
                </code>
              </>
            ) : (
              `. ${meaning}`
            )}
          </span>
          <span>{outcomeMeanings[outcome]}</span>
        </div>
      </div>
    </li>
  )
}

/** From seconds since 1970, as text of up to twelve digits. */
function isoOf(seconds: string): string {
  const at = new Date(Number(seconds) * 1000)
  return Number.isNaN(at.getTime()) ? seconds : at.toISOString()
}
