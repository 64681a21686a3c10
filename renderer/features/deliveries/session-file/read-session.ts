import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { DeliveryRecord, SessionHead, sessionLimits } from '#shared/deliveries/session-file.ts'

/** What somebody else's Notehook received, as their file says. */
export interface Session {
  readonly head: SessionHead
  readonly deliveries: readonly DeliveryDetail[]
}

/**
 * Reads a session file: whole or not at all. Nothing in it is run, stored or believed beyond its shape. Throws an `Error`
 * whose message says what is wrong and where.
 */
export function readSession(text: string): Session {
  const [first = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const begins = parse(first)
  const head = SessionHead.safeParse(begins)
  if (!head.success) throw new Error(whyNoSession(begins))
  const filled = lines.filter((line) => line.trim() !== '')
  const most = sessionLimits.deliveries
  if (filled.length > most)
    throw new Error(`It holds more than ${most.toLocaleString()} deliveries. Export fewer of them.`)
  const deliveries = filled.map((line, index) => {
    const read = DeliveryRecord.safeParse(parse(line))
    if (!read.success) {
      const [issue] = read.error.issues
      const where = issue && issue.path.length > 0 ? ` (${issue.path.join('.')})` : ''
      throw new Error(
        issue?.code === 'too_big'
          ? `Delivery ${index + 1} in it holds more than any that was received here could${where}. Nothing was opened.`
          : `Delivery ${index + 1} in it is damaged or cut off${where}. Nothing was opened.`,
      )
    }
    const { body: _, ...delivery } = read.data
    if (!isBase64(delivery.bodyBase64)) throw new Error(`The body of delivery ${index + 1} in it is damaged.`)
    return delivery
  })
  const ids = new Set(deliveries.map(({ id }) => id))
  if (ids.size < deliveries.length)
    throw new Error('It holds two deliveries of one number, so it was put together by hand.')
  return { head: head.data, deliveries }
}

function whyNoSession(begins: unknown): string {
  if (typeof begins === 'object' && begins !== null && 'notehook_session' in begins)
    return begins.notehook_session === 1
      ? 'Its first line, with the title and the time, is damaged. Nothing was opened.'
      : 'It was written by a newer Notehook, whose sessions this one does not know.'
  return 'This is not a session that Notehook exported. Export one in the format “Session”.'
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
