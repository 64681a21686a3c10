import type { Send, SendCause, SendDetail, SendMode } from '#shared/receivers/model.ts'
import type { StoredReceiver } from '../receiver-store.ts'

/** A request to a receiver that is to be made. */
export interface SendOrder {
  readonly deliveryId: number
  readonly mode: SendMode
  readonly cause: SendCause
  /** The job of a replay. */
  readonly jobId?: string
  /** Of the mode `edited`. */
  readonly edit?: SendEdit
}

export interface SendEdit {
  readonly body: Uint8Array
  /** All headers, in order. Values are bytes, a character each. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export interface SendOptions {
  readonly signal: AbortSignal
  /** Ends it earlier than the timeout of the receiver. */
  readonly withinMs?: number
}

/** How a request ended, as it was recorded and published. */
export interface SendResult {
  readonly send: Send
  /** Answered 2xx. */
  readonly passed: boolean
  readonly response: SendDetail['response']
}

/** Sends deliveries to receivers. Every request is recorded, also one that failed or could not be made. */
export interface Sender {
  /**
   * Never rejects for a reason of the receiver, the delivery or its secret, which are problems of the result; only when it cannot be
   * recorded (`AppError` `storage`). An aborted request is recorded as `stopped`.
   */
  send(receiver: StoredReceiver, order: SendOrder, options: SendOptions): Promise<SendResult>
}
