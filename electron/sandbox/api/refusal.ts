import { randomUUID } from 'node:crypto'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Knobs } from '../knobs.ts'

interface Cause {
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
}

/** A request that is refused. Thrown by the routes and turned into an answer in one place. */
export function refusal(
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
  return refusal(400, 'bad_request', message)
}

export function notFound(message: string): HTTPException {
  return refusal(404, 'not_found', message)
}

/** The shape of error bodies is *not shown* (section 7): the knob offers those that services of this kind use. */
export function refusalResponse(error: Error, shape: Knobs['errorBody']): Response {
  const known = error instanceof HTTPException && isCause(error.cause)
  const status = known ? error.status : 500
  const message = known ? error.message : 'Something went wrong.'
  const { code, headers } = known && isCause(error.cause) ? error.cause : { code: 'internal', headers: {} }
  const answer = (body: string, type: string) =>
    new Response(body, { status, headers: { ...headers, 'content-type': type } })

  // 204, 205 and 304 cannot have a body.
  if (shape === 'empty' || [204, 205, 304].includes(status)) return new Response(null, { status, headers })
  if (shape === 'html')
    return answer(`<!doctype html><title>${status}</title><p>Please come back later.</p>`, 'text/html')
  if (shape === 'huge') return answer('error '.repeat(900_000), 'text/plain')
  if (shape === 'error') return answer(JSON.stringify({ error: code, message }), 'application/json')
  const timestamp = new Date().toISOString()
  return answer(JSON.stringify({ code, message, requestId: randomUUID(), timestamp }), 'application/json')
}

function isCause(cause: unknown): cause is Cause {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'headers' in cause
}
