/** The codes of expected failures. The page branches on them, so a new case gets a new code, and a code never changes its meaning. */
export const errorCodes = [
  // Calls
  'unknown-procedure',
  'invalid-input',
  'internal',
  'host-lost',
  // The host takes no call of this page any more.
  'no-session',
  'canceled',
  // Workspaces and the keychain
  'not-connected',
  'already-connected',
  'was-connected',
  'key-missing',
  'keychain-locked',
  'keychain-waiting',
  'keychain-none',
  'keychain-failed',
  // The service (specification, section 7; what it leaves open is treated as electron/core/service-api/assumptions.ts says)
  'unreachable',
  'timeout',
  'insecure',
  'redirected',
  'bad-response',
  'key-rejected',
  'forbidden',
  'not-found',
  'rate-limited',
  'too-large',
  'refused',
  'service-failed',
  // Endpoints
  'no-webhooks',
  'outcome-unknown',
  'secret-not-returned',
  'update-unsupported',
  'enabled-unchanged',
  'change-ignored',
  'secret-missing',
  'reveal-expired',
  'no-public-url',
  // The listener and the store
  'port-busy',
  'storage',
  // Receivers
  'approval-needed',
  'address-refused',
  // The tunnel
  'host-unreachable',
  'host-key-changed',
  'tool-missing',
] as const

/**
 * Why the service may have refused a call about endpoints, as far as its specification allows (sections 1, 4 and 5):
 * `plan` webhooks are part of the Business and Enterprise plans; `key` the API key is missing or invalid; `scopes` an admin of
 * an Enterprise workspace controls which scopes members can use; `creator` a personal key manages only what its user created;
 * `gone` it was deleted.
 */
export type RefusalReason = 'plan' | 'key' | 'scopes' | 'creator' | 'gone'

/** Which scopes the service may accept for an endpoint. */
export interface ScopeAdvice {
  /** Its message is about scopes or the visibility of a folder; otherwise this is a guess. */
  readonly named: boolean
  /** Complete sets to try instead, the likeliest first. Empty if the message asks for what was sent. */
  readonly offers: readonly (readonly string[])[]
  /** The folder that does not fit; `visibility` is `null` if the message does not say. */
  readonly folder?: { readonly id: string; readonly visibility: 'private' | 'workspace' | null } | undefined
}

export type ErrorCode = (typeof errorCodes)[number]

/** An `AppError` on a wire. Never contains a secret, a stack or a cause. */
export interface WireError {
  readonly code: ErrorCode
  /** A sentence for the user: what happened and what to do. */
  readonly message: string
  /** Messages by input field. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** HTTP status of the service's response. */
  readonly status?: number | undefined
  /** The service's id of the request, for its support. */
  readonly requestId?: string | undefined
  /** The service's own message, verbatim, at most 200 characters. */
  readonly detail?: string | undefined
  /** Possible reasons, the likeliest first. None of them is certain. */
  readonly reasons?: readonly RefusalReason[] | undefined
  /** Which scopes may be accepted instead. */
  readonly scopes?: ScopeAdvice | undefined
  /** The workspace that the error is about, if it is not the open one. */
  readonly workspaceId?: string | undefined
  /** Seconds until it makes sense to try again. */
  readonly retryAfterSeconds?: number | undefined
}

export interface AppErrorDetails extends Omit<WireError, 'code' | 'message'> {
  readonly cause?: unknown
}

/** An expected failure. Any other thrown error is a bug: the host logs it and sends `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Omit<WireError, 'code' | 'message'>

  constructor(code: ErrorCode, message: string, { cause, ...details }: AppErrorDetails = {}) {
    super(message, { cause })
    this.code = code
    this.details = details
  }

  toWire(): WireError {
    return { code: this.code, message: this.message, ...this.details }
  }

  static fromWire({ code, message, ...details }: WireError): AppError {
    return new AppError(code, message, details as AppErrorDetails)
  }
}

/** Turns a thrown value into an `AppError`. A bug becomes `internal`, without details. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', 'Something went wrong in Notehook. See the log for details.', {
    cause: thrown,
  })
}

/** How a canceled call ends. */
export const canceled = () => new AppError('canceled', 'Canceled.')

export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
