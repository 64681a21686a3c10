import type { Reply } from '#core/platform/thread.ts'
import type { WireFailure } from '#core/platform/wire-failures.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { Annotation, DeliverySummary } from '#shared/deliveries/model.ts'
import type { RejectedRequests } from '#shared/deliveries/rejected/rejected-requests.ts'
import type { ResponseRule, SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import type { KnownPath } from '../listener/known-paths.ts'
import type { PassedAnswer } from '../listener/listener-responses.ts'
import type { Removable } from '../store/delete-deliveries.ts'
import type { Reverified } from '../store/reverify.ts'
import type { BatchedMessage } from './report-batch.ts'

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
