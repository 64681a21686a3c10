import type { DialFailure } from '#core/platform/dial.ts'
import { AppError } from '#shared/errors.ts'
import type { SendProblem } from '#shared/receivers/model.ts'

export interface Failure {
  readonly code: SendProblem
  readonly sentence: string
}

/** Returns an error if the request was not sent, and `null` if a connection was attempted. */
export function refusalOf({ code, sentence }: Failure): AppError | null {
  const refused = refusals[code]
  return refused === undefined ? null : new AppError(refused, sentence)
}

export function thrown(failure: Failure): AppError {
  return refusalOf(failure) ?? new AppError('invalid-input', failure.sentence)
}

const refusals: Readonly<Partial<Record<SendProblem, AppError['code']>>> = {
  address: 'address-refused',
  approval: 'approval-needed',
  unsigned: 'secret-missing',
  headers: 'secret-missing',
  locked: 'keychain-locked',
  gone: 'not-found',
  unverified: 'invalid-input',
  unsendable: 'invalid-input',
}

interface Target {
  readonly url: URL
  readonly addresses: readonly string[]
  readonly withinMs: number
}

export function failureOf({ at, code }: DialFailure, target: Target): Failure {
  const { url } = target
  switch (code) {
    case 'late':
      return lateFailure(at, target)
    case 'stopped':
      return { code: 'stopped', sentence: 'It was stopped.' }
    case 'upgraded':
      return { code: 'malformed', sentence: 'The receiver answered by switching to another protocol.' }
    case 'unsendable':
      return { code: 'unsendable', sentence: 'HTTP can’t carry a header of this request.' }
  }
  const ofCertificate = certificateProblems.get(code)
  if (ofCertificate !== undefined) return { code: 'tls', sentence: ofCertificate }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return { code: 'tls', sentence: `The receiver’s certificate is for another name than ${url.hostname}.` }
  }
  if (code === 'EPROTO' || /^ERR_(?:SSL|OSSL|TLS)/.test(code)) {
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
  if (code === 'ETIMEDOUT') {
    return { code: 'timeout', sentence: `No connection with ${url.host}: it didn’t respond in time.` }
  }
  if (at === 'tls') {
    return {
      code: 'tls',
      sentence: `${url.host} closed the connection before TLS began. If it doesn’t use TLS, write http:// in its URL.`,
    }
  }
  if (at === 'sent') {
    return { code: 'reset', sentence: 'The receiver closed the connection without a response.' }
  }
  const noConnection = (sentence: string): Failure => ({ code: 'no-connection', sentence })
  switch (code) {
    case 'ECONNREFUSED':
      return noConnection(
        `Nothing accepts connections at ${url.host}. Start the receiver, or check the port.`,
      )
    case 'EACCES':
    case 'EPERM':
      return noConnection(`The system doesn’t allow connections to ${url.host}.`)
  }
  return noConnection(`${url.hostname} can’t be reached from this network (${target.addresses.join(', ')}).`)
}

function lateFailure(at: DialFailure['at'], { url, withinMs }: Target): Failure {
  const within = `${(withinMs / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
  switch (at) {
    case 'connecting':
    case 'tls':
      return { code: 'timeout', sentence: `No connection with ${url.host} within ${within}.` }
    case 'sent':
      return { code: 'timeout', sentence: `The receiver didn’t respond within ${within}.` }
    case 'response':
      return { code: 'too-slow', sentence: `The response didn’t end within ${within}.` }
  }
}

const notTrusted =
  'The receiver’s certificate isn’t trusted. Add the certificate of its authority to the receiver.'

/** Sentences by OpenSSL error code, as Node names them (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
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
