import type { Reply } from '#core/platform/thread.ts'
import type { WireFailure } from '#core/platform/wire-failures.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { Annotation, DeliverySummary } from '#shared/deliveries/model.ts'
import type { RejectedRequests } from '#shared/deliveries/rejected/rejected-requests.ts'
import type { ResponseRule, SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import type { KnownPath } from '../listener/known-paths.ts'
import type { ListenerResponse, PassedAnswer } from '../listener/listener-responses.ts'
import type { Removable } from '../store/delete-deliveries.ts'
import type { Committed, UnknownNamesFound, Verified } from '../store/delivery-store.ts'
import type { Reverified } from '../store/reverify.ts'

/**
 * Messages from the core to the delivery engine, which handles them in order. Signing keys are sent as `KeyObject`s, and
 * no secret is sent as text.
 */
export type ToEngine =
  | { readonly kind: 'path'; readonly path: KnownPath }
  | { readonly kind: 'path-removed'; readonly pathId: string }
  | { readonly kind: 'tolerance'; readonly seconds: number }
  | { readonly kind: 'service-clock'; readonly aheadSeconds: number | null }
  | { readonly kind: 'probe'; readonly nonce: string; readonly proof: string | null }
  | { readonly kind: 'pass-through'; readonly on: PassThroughTarget | null }
  | { readonly kind: 'passed'; readonly ask: number; readonly given: PassedAnswer }
  | CallMessage

export interface PassThroughTarget {
  readonly workspaceId: string
  readonly endpointId: string
}

/** Calls from the core to the engine. Each must be safe to repeat, because an engine may end before it replies. */
export interface EngineCalls {
  start(port: number): Promise<ListenerStatus>
  stop(): Promise<ListenerStatus>
  annotate(id: number, changes: Partial<Annotation>): DeliverySummary
  reverify(pathId: string): Reverified
  remove(ids: readonly number[], removable: Removable, now: Date | null): Promise<number>
  forgetIds(now: Date, most: number): Promise<number>
  drop(workspaceId: string, most: number): Promise<number>
  purgeWords(): Promise<void>
  inheritEvents(workspaceId: string, from: string, to: string): Promise<void>
  forgetEndpoint(workspaceId: string, endpointId: string, most: number): Promise<number>
  rejected(workspaceId: string | null): RejectedRequests[]
  forgetRejected(workspaceId: string | null): void
  simulatedResponses(): SimulatedResponse[]
  simulateResponse(endpointId: string, rule: ResponseRule | null): SimulatedResponse[]
  /** Finishes open requests and commits the queued deliveries. No calls may follow. */
  close(): Promise<void>
}

export type CallName = keyof EngineCalls
export type CallResult<Name extends CallName> = Awaited<ReturnType<EngineCalls[Name]>>

export interface CallMessage {
  readonly kind: 'call'
  readonly id: number
  readonly name: CallName
  readonly args: readonly unknown[]
}

export type CallEngine = <Name extends CallName>(
  name: Name,
  ...args: Parameters<EngineCalls[Name]>
) => Promise<CallResult<Name>>

export const beatEveryMs = 1_000

export type FromEngine =
  /** A heartbeat. The engine accepts calls after the first one. */
  | { readonly kind: 'beat' }
  | Reply
  | { readonly kind: 'status'; readonly status: ListenerStatus }
  | BatchedMessage
  | { readonly kind: 'event'; readonly event: EngineEvent }
  | { readonly kind: 'probed'; readonly nonce: string }
  | {
      readonly kind: 'ask'
      readonly ask: number
      readonly deliveryId: number
      readonly withinMs: number
    }
  | { readonly kind: 'ask-ended' }
  | {
      readonly kind: 'log'
      readonly level: 'info' | 'warn'
      readonly message: string
      readonly detail: Record<string, unknown> | undefined
    }
  | {
      readonly kind: 'error'
      readonly message: string
      readonly failure: WireFailure | null
    }

export type EngineEvent = {
  [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> }
}[EventName]

/**
 * Messages about deliveries, which the engine sends in batches. Sending them one by one would take 3 of the 85 µs that a delivery
 * takes.
 */
export type BatchedMessage =
  | Responses
  | ({ readonly kind: 'verified' } & Verified)
  | ({ readonly kind: 'unknown-names' } & UnknownNamesFound)
  /** The rows as JSON, because cloning objects takes longer. */
  | { readonly kind: 'committed'; readonly rows: string }

export interface Responses extends Pick<ListenerResponse, 'pathId' | 'status' | 'isMismatch'> {
  readonly kind: 'responded'
  readonly webhookIds: string[]
  readonly at: string[]
}

export function readCommitted(text: string): Committed {
  const rows = JSON.parse(text) as readonly Row[]
  const deliveries = rows.map(deliveryOf)
  return { deliveries, events: deliveries.filter((_, at) => rows[at]?.[0]) }
}

export type Row = ReturnType<typeof rowOf>

export const rowOf = (delivery: DeliverySummary, isEvent: boolean) =>
  [
    isEvent,
    delivery.id,
    delivery.workspaceId,
    delivery.endpointId,
    delivery.endpointUrl,
    delivery.webhookId,
    delivery.eventType,
    delivery.noteId,
    delivery.occurredAt,
    delivery.firstReceivedAt,
    delivery.lastReceivedAt,
    delivery.attempts,
    delivery.verdict,
    delivery.status,
    delivery.flags,
    delivery.starred,
    delivery.remark,
    delivery.responseMs,
  ] as const

const deliveryOf = (row: Row): DeliverySummary => ({
  id: row[1],
  workspaceId: row[2],
  endpointId: row[3],
  endpointUrl: row[4],
  webhookId: row[5],
  eventType: row[6],
  noteId: row[7],
  occurredAt: row[8],
  firstReceivedAt: row[9],
  lastReceivedAt: row[10],
  attempts: row[11],
  verdict: row[12],
  status: row[13],
  flags: row[14],
  starred: row[15],
  remark: row[16],
  responseMs: row[17],
})
