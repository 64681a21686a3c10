/** Codes of expected failures. The page branches on them, so a new case gets a new code, and a code never changes its meaning. */
export const errorCodes = [
  // Calls
  'unknown-procedure',
  'invalid-input',
  'internal',
  'host-lost',
  // The host no longer accepts calls from this page.
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
  // The service (specification, section 7; assumptions about what it leaves open are in electron/core/service-api/assumptions.ts)
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
  // Agents: forbidden at the current level, or for all agents
  'not-allowed',
  // The tunnel
  'host-unreachable',
  'host-key-changed',
  'tool-missing',
] as const

/**
 * A possible reason why the service rejected a call about endpoints, according to the specification (sections 1, 4 and 5).
 * - `plan`: webhooks require the Business or Enterprise plan.
 * - `key`: the API key is missing or invalid.
 * - `scopes`: an admin of an Enterprise workspace restricts which scopes members can use.
 * - `creator`: a personal key can manage only its own user's endpoints.
 * - `gone`: the endpoint was deleted.
 */
export type RefusalReason = 'plan' | 'key' | 'scopes' | 'creator' | 'gone'

export interface ScopeAdvice {
  /** Whether the service's message mentions scopes or a folder's visibility. Otherwise, the advice is a guess. */
  readonly named: boolean
  /**
   * Complete sets of scopes to try instead, most likely first. Empty if the message asks for the scopes that were already sent.
   */
  readonly offers: readonly (readonly string[])[]
  /** A folder whose visibility doesn't fit the scopes. `visibility` is `null` if the message doesn't mention it. */
  readonly folder?: { readonly id: string; readonly visibility: 'private' | 'workspace' | null } | undefined
}

export type ErrorCode = (typeof errorCodes)[number]

/** An `AppError` as sent over the wire. Never contains a secret, a stack trace or a cause. */
export interface WireError {
  readonly code: ErrorCode
  readonly message: string
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly status?: number | undefined
  /** The service's request id, which the user can pass on to the service's support. */
  readonly requestId?: string | undefined
  /** The service's own message, unchanged but limited to 200 characters. */
  readonly detail?: string | undefined
  /** Possible reasons, most likely first. None of them is certain. */
  readonly reasons?: readonly RefusalReason[] | undefined
  readonly scopes?: ScopeAdvice | undefined
  readonly workspaceId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

export interface AppErrorDetails extends Omit<WireError, 'code' | 'message'> {
  readonly cause?: unknown
}

/** An expected failure. Any other thrown error is a bug, which the host logs and sends as `internal`. */
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

export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', 'Something went wrong in Notehook. See the log for details.', {
    cause: thrown,
  })
}

export const canceled = () => new AppError('canceled', 'Canceled.')

export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
