import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { Receiver, Send, SendProblem } from '#shared/receivers/model.ts'
import type { DotLook } from '#ui/status/status-pill.tsx'
import { blockedWaiting, health as copy, ofThem, problems, secretGone } from './copy.ts'
import { resultWords } from './sends/copy.ts'

export interface ReceiverState {
  readonly dot: DotLook
  readonly word: string
  /** Whether the user must do something before anything can be sent. */
  readonly isBlocked: boolean
}

/**
 * Returns one word for a receiver: the problem that keeps deliveries from being sent or, if there is none, whether it accepts
 * connections. `forwardsNothing` means that none of its endpoints exists any more.
 */
export function receiverState(
  { address, signsWith, ownSecret, headerValues, live, status }: Receiver,
  forwardsNothing = false,
): ReceiverState {
  if (address.approval === 'needed') return { dot: 'wait', word: copy.needsApproval, isBlocked: true }
  if (signsWith === 'own' && ownSecret !== 'stored')
    return { dot: 'wait', word: ownSecret === 'locked' ? copy.locked : copy.noSecret, isBlocked: true }
  if (headerValues !== 'stored')
    return { dot: 'wait', word: headerValues === 'locked' ? copy.locked : copy.noHeaders, isBlocked: true }
  if (forwardsNothing && live) return { dot: 'wait', word: copy.noEndpoint, isBlocked: true }
  const { lastSend, waiting } = status
  if (
    waiting.blocked !== null &&
    (waiting.blocked.reason !== 'unsigned' || waiting.blocked.count >= waiting.count)
  )
    return { dot: 'wait', word: blockedWaiting[waiting.blocked.reason].word, isBlocked: false }
  const hasFailed = lastSend !== null && sendResult(lastSend).tone !== 'ok'
  switch (status.health.state) {
    case 'up':
      // The receiver accepts connections, but may still reject every request.
      return hasFailed
        ? { dot: 'wait', word: copy.failing, isBlocked: false }
        : { dot: 'on', word: copy.up, isBlocked: false }
    case 'down':
      return { dot: live ? 'bad' : 'off', word: copy.down, isBlocked: false }
    case 'unknown':
      // The receiver has not been checked since the app started, so the last send may be from an earlier run.
      return {
        dot: 'off',
        word: lastSend === null ? copy.unknown : hasFailed ? copy.lastFailed : copy.lastPassed,
        isBlocked: false,
      }
  }
}

/** Returns the result of a send as a word and a tone. A send passes if the response is 2xx. */
export function sendResult({ status, problem }: Pick<Send, 'status' | 'problem'>): {
  readonly word: string
  readonly tone: 'ok' | 'danger'
} {
  if (problem !== null) return { word: problems[problem.code], tone: 'danger' }
  if (status === null) return { word: problems.stopped, tone: 'danger' }
  return { word: String(status), tone: deliveryOutcome(status) === 'delivered' ? 'ok' : 'danger' }
}

/** Returns a problem as a word for a narrow column. */
export function shortResult({ problem }: Pick<Send, 'problem'>): string {
  const code = problem?.code ?? 'stopped'
  if (code === 'no-name' || code === 'no-connection') return resultWords.down
  return unsent.has(code) ? resultWords.notSent : problems[code]
}

const unsent: ReadonlySet<SendProblem> = new Set([
  'address',
  'approval',
  'unsigned',
  'headers',
  'locked',
  'unverified',
  'gone',
  'unsendable',
])

/** Returns a URL's host and path, without the scheme. A URL that can't be parsed is returned unchanged. */
export function shortUrl(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed?.host) return url
  const rest = `${parsed.pathname}${parsed.search}`
  return `${parsed.host}${rest === '/' ? '' : rest}`
}

/** Returns the last used receiver, or the only one. `null` if none was used and there are several. */
export function lastReceiver(list: readonly Receiver[]): Receiver | null {
  const [only, ...others] = list
  if (only && others.length === 0) return only
  const used = list.filter(({ lastUsedAt }) => lastUsedAt !== null)
  return used.toSorted((a, b) => timeOf(b.lastUsedAt) - timeOf(a.lastUsedAt))[0] ?? null
}

const timeOf = (iso: string | null) => Date.parse(iso ?? '') || 0

/**
 * Describes why a receiver's waiting deliveries can't be sent, and the remedy. Returns `null` if nothing is known to block them.
 */
export function blockedWords(
  { status: { waiting } }: Pick<Receiver, 'status'>,
  forwardsNothing: boolean,
): string | null {
  if (waiting.blocked === null) return null
  const { reason, count } = waiting.blocked
  if (reason === 'unsigned' && forwardsNothing) return secretGone
  const { why, remedy } = blockedWaiting[reason]
  return `${count < waiting.count ? ofThem(count, why) : why} ${remedy}`
}
