import { randomUUID } from 'node:crypto'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Knobs } from '../knobs.ts'

interface Cause {
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
}

export function apiError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HTTPException {
  return new HTTPException(status as ContentfulStatusCode, {
    message,
    cause: { code, headers } satisfies Cause,
  })
}

export function badRequest(message: string): HTTPException {
  return apiError(400, 'bad_request', message)
}

export function notFound(message: string): HTTPException {
  return apiError(404, 'not_found', message)
}

/**
 * Formats an error response. The specification (section 7) doesn't define error bodies, so the `errorBody` knob selects a format
 * of comparable services.
 */
export function errorResponse(error: Error, shape: Knobs['errorBody']): Response {
  const known = error instanceof HTTPException && isCause(error.cause)
  const status = known ? error.status : 500
  const message = known ? error.message : 'Something went wrong.'
  const { code, headers } = known && isCause(error.cause) ? error.cause : { code: 'internal', headers: {} }
  const respond = (body: string, type: string) =>
    new Response(body, { status, headers: { ...headers, 'content-type': type } })

  // Responses with these statuses can't have a body.
  if (shape === 'empty' || [204, 205, 304].includes(status)) return new Response(null, { status, headers })
  if (shape === 'html')
    return respond(`<!doctype html><title>${status}</title><p>Please come back later.</p>`, 'text/html')
  if (shape === 'huge') return respond('error '.repeat(900_000), 'text/plain')
  if (shape === 'error') return respond(JSON.stringify({ error: code, message }), 'application/json')
  const timestamp = new Date().toISOString()
  return respond(JSON.stringify({ code, message, requestId: randomUUID(), timestamp }), 'application/json')
}

function isCause(cause: unknown): cause is Cause {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'headers' in cause
}
