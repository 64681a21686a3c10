/**
 * What can go wrong, as the page tells it apart. A code is a promise: the page branches on it, so a new case gets a new
 * code and an old one is never given a second meaning.
 */
export const errorCodes = [
  // The door
  'unknown-procedure',
  'invalid-input',
  'internal',
  'host-lost',
  'cancelled',
  // The session and its keychain
  'not-connected',
  'already-connected',
  'was-connected',
  'key-missing',
  'keychain-locked',
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
  // The inspector and its store
  'port-busy',
  'storage',
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

/** What the service seems to want of the scopes of an endpoint. */
export interface ScopeAdvice {
  /** Its words are about the scopes, or about who sees a folder; otherwise this is a guess. */
  readonly named: boolean
  /** Whole sets to be sent instead, the likeliest first. Empty where the words ask for what was sent. */
  readonly offers: readonly (readonly string[])[]
  /** The folder that does not fit; `visibility` is `null` where the words do not tell. */
  readonly folder?: { readonly id: string; readonly visibility: 'private' | 'workspace' | null } | undefined
}

export type ErrorCode = (typeof errorCodes)[number]

/** An `AppError` as it crosses a wire. Never carries a secret, a stack or a cause. */
export interface WireError {
  readonly code: ErrorCode
  /** A sentence for the person in front of the screen: what happened and what to do. */
  readonly message: string
  /** Messages by input field, shown beside it. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** HTTP status of the service's answer. */
  readonly status?: number | undefined
  /** The service's own id of the request, for its support. */
  readonly requestId?: string | undefined
  /** What the service itself said, verbatim, at most 200 characters. */
  readonly detail?: string | undefined
  /** What may be behind a refusal, the likeliest first. None of them is certain. */
  readonly reasons?: readonly RefusalReason[] | undefined
  /** Which scopes may be accepted instead of the refused ones. */
  readonly scopes?: ScopeAdvice | undefined
  /** The workspace that is meant, where it is another than the one that is open. */
  readonly workspaceId?: string | undefined
  /** Seconds until it makes sense to try again. */
  readonly retryAfterSeconds?: number | undefined
}

export interface AppErrorDetails extends Omit<WireError, 'code' | 'message'> {
  readonly cause?: unknown
}

/** An expected failure. Anything else that is thrown is a bug: logged whole in the host, crossing as `internal`. */
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

/** Turns whatever was thrown into an `AppError`; a bug becomes `internal`, whose words say nothing of its inside. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', 'Something went wrong inside Notehook. The log has the details.', {
    cause: thrown,
  })
}

/** How a call ends that its caller gave up. */
export const cancelled = () => new AppError('cancelled', 'This was cancelled.')

export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
