import { sessionLimits } from '#shared/deliveries/limits.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { DeliveryRecord, SessionHead } from '#shared/deliveries/session-file.ts'

import { problems } from './copy.ts'

export interface Session {
  readonly head: SessionHead
  readonly deliveries: readonly DeliveryDetail[]
}

/**
 * Reads a session file completely or not at all, and validates its shape. The content is never run or stored. Throws an `Error`
 * whose message describes the problem and where it is in the file.
 */
export function readSession(text: string): Session {
  const [first = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const rawHead = parse(first)
  const head = SessionHead.safeParse(rawHead)
  if (!head.success) throw new Error(problemOfHead(rawHead))
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length > sessionLimits.deliveries) throw new Error(problems.tooMany)
  const deliveries = filled.map((line, index) => {
    const read = DeliveryRecord.safeParse(parse(line))
    if (!read.success) {
      const [issue] = read.error.issues
      const where = issue && issue.path.length > 0 ? ` (${issue.path.join('.')})` : ''
      throw new Error(
        issue?.code === 'too_big' ? problems.tooBig(index + 1, where) : problems.damaged(index + 1, where),
      )
    }
    const { body: _, ...delivery } = read.data
    if (!isBase64(delivery.bodyBase64)) throw new Error(problems.damagedBody(index + 1))
    return delivery
  })
  const ids = new Set(deliveries.map(({ id }) => id))
  if (ids.size < deliveries.length) throw new Error(problems.duplicateIds)
  return { head: head.data, deliveries }
}

function problemOfHead(head: unknown): string {
  if (typeof head === 'object' && head !== null && 'notehook_session' in head)
    return head.notehook_session === 1 ? problems.damagedHead : problems.newer
  return problems.notSession
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
