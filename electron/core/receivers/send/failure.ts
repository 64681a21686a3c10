import { AppError } from '#shared/errors.ts'
import type { SendProblem } from '#shared/receivers/model.ts'

export interface Failure {
  readonly code: SendProblem
  /** What happened, and what to do. */
  readonly sentence: string
}

/** Of what was never sent; `null` if the receiver was at least tried. */
export function refusalOf({ code, sentence }: Failure): AppError | null {
  const refused = refusals[code]
  return refused === undefined ? null : new AppError(refused, sentence)
}

/** The same as an error, also of what was tried. */
export function thrown(failure: Failure): AppError {
  return refusalOf(failure) ?? new AppError('invalid-input', failure.sentence)
}

const refusals: Readonly<Partial<Record<SendProblem, AppError['code']>>> = {
  address: 'address-refused',
  approval: 'approval-needed',
  unsigned: 'secret-missing',
  locked: 'keychain-locked',
  gone: 'not-found',
  unverified: 'invalid-input',
  unsendable: 'invalid-input',
}

/** How far a request got. */
export type FailedAt = 'connecting' | 'sent' | 'response'

/** What was requested. */
interface Target {
  readonly url: URL
  readonly addresses: readonly string[]
  readonly withinMs: number
}

/** Why a request has no response that can be used. */
export function failureOf(error: unknown, at: FailedAt, target: Target): Failure {
  const code = codeOf(error)
  const { url } = target
  const ofCertificate = certificateProblems.get(code)
  if (ofCertificate !== undefined) return { code: 'tls', sentence: ofCertificate }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return { code: 'tls', sentence: `The receiver’s certificate is for another name than ${url.hostname}.` }
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return {
      code: 'tls',
      sentence: `No TLS connection with ${url.host}. If it doesn’t use TLS, write http:// in its URL.`,
    }
  }
  if (code.startsWith('HPE_')) {
    return code === 'HPE_HEADER_OVERFLOW'
      ? { code: 'malformed', sentence: 'The headers of the response are larger than 16 KB.' }
      : { code: 'malformed', sentence: `The response from ${url.host} isn’t valid HTTP. Check the port.` }
  }
  if (at === 'response') {
    return { code: 'reset', sentence: 'The receiver closed the connection in the middle of its response.' }
  }
  switch (code) {
    case 'ECONNREFUSED':
      return {
        code: 'no-connection',
        sentence: `Nothing accepts connections at ${url.host}. Start the receiver, or check the port.`,
      }
    case 'ETIMEDOUT':
      return { code: 'timeout', sentence: `No connection with ${url.host}: it didn’t respond in time.` }
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
    case 'EHOSTUNREACH':
    case 'EHOSTDOWN':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EAFNOSUPPORT':
      return {
        code: 'no-connection',
        sentence: `${url.hostname} can’t be reached from this network (${target.addresses.join(', ')}).`,
      }
    case 'EACCES':
    case 'EPERM':
      return { code: 'no-connection', sentence: `The system doesn’t allow connections to ${url.host}.` }
  }
  if (at === 'connecting' && url.protocol === 'https:') {
    return {
      code: 'tls',
      sentence: `${url.host} closed the connection before TLS began. If it doesn’t use TLS, write http:// in its URL.`,
    }
  }
  return { code: 'reset', sentence: 'The receiver closed the connection without a response.' }
}

/** The time of the request is over. */
export function lateFailure(at: FailedAt, { url, withinMs }: Target): Failure {
  const within = `${(withinMs / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
  switch (at) {
    case 'connecting':
      return { code: 'timeout', sentence: `No connection with ${url.host} within ${within}.` }
    case 'sent':
      return { code: 'timeout', sentence: `The receiver didn’t respond within ${within}.` }
    case 'response':
      return { code: 'too-slow', sentence: `The response didn’t end within ${within}.` }
  }
}

const notTrusted =
  'The receiver’s certificate isn’t trusted. Add the certificate of its authority to the receiver.'

/** Of OpenSSL, as Node names them (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const certificateProblems: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', notTrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', notTrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', notTrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', notTrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', notTrusted],
  ['CERT_UNTRUSTED', notTrusted],
  ['CERT_SIGNATURE_FAILURE', notTrusted],
  ['CERT_HAS_EXPIRED', 'The receiver’s certificate has expired. Renew it.'],
  ['CERT_NOT_YET_VALID', 'The receiver’s certificate isn’t valid yet. Check the clocks of both computers.'],
  ['CERT_REVOKED', 'The receiver’s certificate was revoked.'],
  ['INVALID_CA', 'The authority of the receiver’s certificate isn’t one.'],
  ['CERT_CHAIN_TOO_LONG', 'The chain of the receiver’s certificate is too long.'],
])

/** If several addresses were tried, the code of the last one. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors.at(-1))
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
