import { useQuery } from '@tanstack/react-query'
import { NoteEvent } from '#shared/deliveries/events/note-event.ts'
import type { DeliveryDetail, OtherBody } from '#shared/deliveries/model.ts'
import type { SendDetail } from '#shared/receivers/model.ts'
import { useApi } from '../../../host/client.ts'
import { readBodyText } from '../../../nouns/deliveries/detail/body-text.ts'
import { delivery, otherBodies } from '../../../nouns/deliveries/queries.ts'
import { wholeSend } from '../../../nouns/receivers/queries.ts'
import { sendResult } from '../../../nouns/receivers/receiver-state.ts'
import { sendCause } from '../../../nouns/receivers/sends/send-row.tsx'
import { eventName } from '../copy.ts'
import { compare as copy } from './copy.ts'

/**
 * The comparison target as it appears in the URL: another delivery's id, another body of the same event, or the responses to two
 * sends.
 */
export type CompareWith = number | `body-${number}` | `sends-${number}-${number}`

export const comparedSends = (compareWith: CompareWith) =>
  typeof compareWith === 'string' && compareWith.startsWith('sends-')
    ? (compareWith.split('-').slice(1).map(Number) as [earlier: number, later: number])
    : null

export interface Side {
  readonly title: string
  readonly id: string | null
  readonly receivedAt: string
  readonly headers: DeliveryDetail['headers']
  readonly bodyBase64: string
}

export type SideNames = readonly [left: string, right: string]

/** Returns both sides, with the earlier one on the left. A side is `null` if it is no longer stored. */
export function useSides(id: number, compareWith: CompareWith) {
  const api = useApi()
  const sends = comparedSends(compareWith)
  const isBody = typeof compareWith === 'string' && sends === null
  const right = useQuery(delivery(api, id))
  const left = useQuery({
    ...delivery(api, typeof compareWith === 'number' ? compareWith : id),
    enabled: typeof compareWith === 'number',
  })
  const [earlier = 0, later = 0] = sends ?? []
  const responses = [
    useQuery({ ...wholeSend(api, earlier), enabled: sends !== null }),
    useQuery({ ...wholeSend(api, later), enabled: sends !== null }),
  ] as const
  const bodies = useQuery({ ...otherBodies(api, id), enabled: isBody })
  const queries = sends ? responses : [right, isBody ? bodies : left]
  const error = queries.find((query) => query.isError)?.error ?? null
  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch()
  }
  const chosen = right.data && sideOf(right.data)
  if (sends) {
    const [one, other] = responses
    return {
      left: one.data && responseSide(one.data),
      right: other.data && responseSide(other.data),
      error,
      retry,
    }
  }
  if (typeof compareWith === 'string') {
    const other = bodies.data?.find((body) => `body-${body.id}` === compareWith)
    const later = other && right.data ? otherSide(right.data, other) : null
    return { left: chosen, right: bodies.data ? later : undefined, error, retry }
  }
  const other = left.data && sideOf(left.data)
  return compareWith < id
    ? { left: other, right: chosen, error, retry }
    : { left: chosen, right: other, error, retry }
}

const EventTyped = NoteEvent.pick({ event_type: true })

/** The event type is read from the other body, because it may differ. */
function otherSide(whole: DeliveryDetail, other: OtherBody): Side {
  const { json } = readBodyText(other.bodyBase64)
  const parsed = json === null ? null : EventTyped.safeParse(JSON.parse(json))
  const title = parsed?.success ? parsed.data.event_type : copy.unknownEvent
  return { ...sideOf(whole), ...other, title, id: whole.webhookId }
}

const responseSide = (send: SendDetail): Side => ({
  title: `${sendCause(send).how} · ${sendResult(send).word}`,
  id: send.webhookId,
  receivedAt: send.at,
  headers: send.response?.headers ?? [],
  bodyBase64: send.response?.bodyBase64 ?? '',
})

function sideOf(delivery: DeliveryDetail): Side {
  const { webhookId, firstReceivedAt, headers, bodyBase64, status, attempts } = delivery
  const title = `${eventName(delivery)} · ${status}${attempts > 1 ? ` · ${copy.attempts(attempts)}` : ''}`
  return { title, id: webhookId, receivedAt: firstReceivedAt, headers, bodyBase64 }
}
