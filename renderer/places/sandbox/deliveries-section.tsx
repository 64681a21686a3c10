import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { SandboxAttempt, SandboxDelivery } from '#shared/sandbox/model.ts'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { StatusPill, type Tone } from '#ui/status/status-pill.tsx'
import { LogTime } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { sandboxActivity } from '../../nouns/sandbox/queries.ts'
import { deliveries as copy, span, whyNoAnswer } from './copy.ts'
import { LogPart } from './log-part.tsx'
import css from './logs.module.css'

/** Lists the deliveries as the service sees them. Each row opens its attempts. */
export function DeliveriesSection() {
  const { data } = useQuery(sandboxActivity(useApi()))
  const [open, setOpen] = useState<number | null>(null)
  const names = useEndpointNames()
  return (
    <LogPart
      title={copy.title}
      heads={[copy.time, copy.event, copy.endpoint, copy.attempts, copy.outcome, copy.next]}
      columns={css.deliveries}
      entries={data?.deliveries}
      none={{ title: copy.none, text: copy.noneText }}
      openId={open}
      onPress={(id) => setOpen(id === open ? null : id)}
      cells={(delivery) => <DeliveryCells delivery={delivery} endpoint={names.of(delivery.endpointId)} />}
      details={(delivery) => <Attempts delivery={delivery} />}
    />
  )
}

function DeliveryCells({
  delivery: { eventType, state, attempts, nextAt, startedAt, produced },
  endpoint,
}: {
  readonly delivery: SandboxDelivery
  readonly endpoint: string
}) {
  const last = attempts.at(-1)
  const prefix = eventType.startsWith('note.') ? 'note.' : ''
  return (
    <>
      <span className={css.time}>
        <LogTime iso={startedAt} />
      </span>
      <span className={css.event}>
        <i>{prefix}</i>
        {eventType.slice(prefix.length)}
      </span>
      <span className={css.muted}>
        <VisibleText text={endpoint} />
      </span>
      <span className={css.number}>
        {attempts.length} <span className={css.lastStatus}>{last ? `· ${answerOf(last)}` : ''}</span>
      </span>
      <span>
        <Outcome state={state} produced={produced} tries={attempts.length} />
      </span>
      <span className={css.number}>{nextAt === null ? '' : <NextTry at={nextAt} />}</span>
    </>
  )
}

function Outcome({
  state,
  produced,
  tries,
}: Pick<SandboxDelivery, 'state' | 'produced'> & { readonly tries: number }) {
  const isRepaired = produced === 'slow-retry' && tries > 1 && state !== 'failed'
  if (produced !== null && !isRepaired)
    return (
      <span title={state === 'delivered' ? copy.accepted : copy.refused}>
        <StatusPill isPlain tone={state === 'delivered' ? 'danger' : 'neutral'}>
          {state === 'delivered' ? copy.accepted : copy.produced[produced]}
        </StatusPill>
      </span>
    )
  if (state === 'pending')
    return (
      <StatusPill isPlain icon={RotateCw} tone={tries === 0 ? 'neutral' : 'warn'}>
        {tries === 0 ? copy.sending : copy.retrying}
      </StatusPill>
    )
  return (
    <span title={copy.meanings[state]}>
      <StatusPill isPlain tone={tones[state]}>
        {copy.states[state]}
      </StatusPill>
    </span>
  )
}

const tones: Readonly<Record<Exclude<SandboxDelivery['state'], 'pending'>, Tone>> = {
  delivered: 'ok',
  failed: 'danger',
  exhausted: 'danger',
  dropped: 'neutral',
}

function NextTry({ at }: { readonly at: string }) {
  const seconds = useSecondsUntil(Date.parse(at))
  return seconds === 0 ? copy.now : `in ${span(seconds)}`
}

const answerOf = ({ status, error }: SandboxAttempt) =>
  status ?? (error === null ? '' : whyNoAnswer(error).short)

function Attempts({
  delivery: { attempts, eventId, noteId, state, produced },
}: {
  readonly delivery: SandboxDelivery
}) {
  const meaning =
    produced === null ? (copy.meanings[state] ?? (attempts.length === 0 ? copy.noAttempt : null)) : null
  return (
    <div className={css.details}>
      <dl className={css.facts}>
        <dt>{copy.id}</dt>
        <dd>{eventId}</dd>
        <dt>{copy.note}</dt>
        <dd>{noteId}</dd>
      </dl>
      {meaning === null ? null : <p className={css.muted}>{meaning}</p>}
      <ol aria-label={copy.attemptsOf(eventId)}>
        {attempts.map((attempt, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only added at the end
          <li key={index} className={css.attempt}>
            <span className={css.time}>
              <LogTime iso={attempt.at} />
            </span>
            <span className={css.answer}>
              <VisibleText
                text={attempt.error === null ? String(attempt.status) : whyNoAnswer(attempt.error).sentence}
              />
            </span>
            <span className={css.number}>{copy.ms(attempt.ms)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
