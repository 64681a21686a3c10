import { AppError, type WireError } from '#shared/errors.ts'

export interface WireFailure {
  readonly known: WireError | null
  readonly message: string
  readonly stack: string
  readonly errcode: number | null
}

export function toWireFailure(thrown: unknown): WireFailure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return {
    known: error instanceof AppError ? error.toWire() : null,
    message: error.message,
    stack: stackOf(error),
    errcode: 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null,
  }
}

/** Restores an error that was sent from another thread, with its stack. */
export function fromWireFailure({ known, message, stack, errcode }: WireFailure): Error {
  const error = known === null ? new Error(message) : AppError.fromWire(known)
  error.stack = stack
  return errcode === null ? error : Object.assign(error, { errcode })
}

function stackOf({ stack = '', cause }: Error): string {
  return cause instanceof Error ? `${stack}\nCaused by: ${stackOf(cause)}` : stack
}
