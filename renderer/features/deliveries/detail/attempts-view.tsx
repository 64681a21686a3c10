import type { Attempt } from '#shared/deliveries/model.ts'
import { outcomeMeanings } from '#shared/deliveries/outcome.ts'
import { outcomeOfAnswer, readSimulatedAnswer } from '#shared/deliveries/simulated-answer.ts'
import { Badge, StatusPill } from '#ui/feedback/status-pill.tsx'
import { PagedList } from '#ui/text/paged-list.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { TruncatedText } from '#ui/text/truncated-text.tsx'
import { outcomeMarks } from '../outcome-icons.ts'
import { answerWords } from '../response-words.ts'
import { verdictWords } from '../verification-words.ts'
import css from './delivery-detail.module.css'

/** Every try of the event, and what the service does with each answer (specification, section 3, *Delivery attempt*). */
export function AttemptsView({
  attempts,
  total,
}: {
  readonly attempts: readonly Attempt[]
  /** How many there were; not all of very many are listed. */
  readonly total: number
}) {
  return (
    <div className={css.view}>
      <PagedList items={attempts} name="Parts of the attempts">
        {(shown, first) => (
          <ol className={css.steps} start={first + 1}>
            {shown.map((attempt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
              <AttemptStep key={first + index} attempt={attempt} number={first + index + 1} />
            ))}
          </ol>
        )}
      </PagedList>
      {total > attempts.length ? (
        <p className={css.quiet}>
          {(total - attempts.length).toLocaleString()} more attempts are counted and not listed.
        </p>
      ) : null}
    </div>
  )
}

function AttemptStep({ attempt, number }: { readonly attempt: Attempt; readonly number: number }) {
  const simulated = readSimulatedAnswer(attempt.answer)
  const outcome = outcomeOfAnswer(simulated ?? { status: attempt.status, delayMs: 0 })
  const { icon: Icon, tone } = outcomeMarks[outcome]
  const { short, tone: verdictTone, icon } = verdictWords[attempt.verdict]
  const meant = answerWords(attempt.answer)
  return (
    <li className={css.step}>
      <span className={css.mark} data-tone={tone}>
        <Icon size={16} aria-hidden />
      </span>
      <div>
        <div className={css.entry}>
          <span className={css.stepTitle}>Attempt {number}</span>
          <StatusPill tone={verdictTone} icon={icon}>
            {short}
          </StatusPill>
          {simulated ? <Badge tone="warn">simulated</Badge> : null}
        </div>
        <div className={css.facts}>
          <span className={css.quiet}>
            received <TimeText iso={attempt.receivedAt} show="exact" />
            {attempt.webhookTimestamp === null ? null : (
              <>
                , sent <TimeText iso={isoOf(attempt.webhookTimestamp)} show="exact" /> (webhook-timestamp{' '}
                <TruncatedText text={attempt.webhookTimestamp} />)
              </>
            )}
          </span>
          <span>
            Answered <b>{attempt.status}</b>
            {meant === null ? (
              <>
                {' '}
                <code>
                  <TruncatedText text={attempt.answer} />
                </code>
              </>
            ) : (
              `. ${meant}`
            )}
          </span>
          <span>{outcomeMeanings[outcome]}</span>
        </div>
      </div>
    </li>
  )
}

/** Seconds since 1970, as text, of up to twelve digits. */
function isoOf(seconds: string): string {
  const at = new Date(Number(seconds) * 1000)
  return Number.isNaN(at.getTime()) ? seconds : at.toISOString()
}
