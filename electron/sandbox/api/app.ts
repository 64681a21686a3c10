import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { EndpointBook } from '../endpoint-book.ts'
import type { Knobs } from '../knobs.ts'
import type { SampleWorkspace } from '../sample/workspace.ts'
import { endpoints } from './endpoints.ts'
import { errorResponse, notFound } from './errors.ts'
import { createCallerOf, createGate, type GateKnobs } from './gate.ts'
import { notes } from './notes.ts'
import { createPaging } from './paging.ts'
import { createRequestLog, type RequestEntry } from './request-log.ts'
import { spacesAndFolders } from './spaces-and-folders.ts'

/**
 * Builds the complete API of the specification (section 4). Its JSON is written by hand, so that it doesn't depend on the app's
 * client.
 */
export function createApi(options: {
  readonly apiKey: string
  readonly receiverKey: string
  readonly knobs: Knobs
  readonly receiverKnobs: GateKnobs
  readonly workspace: SampleWorkspace
  readonly book: EndpointBook
  readonly beforeNote: MiddlewareHandler
  readonly onRequest: () => void
}): { readonly app: Hono<{ Bindings: HttpBindings }>; readonly requests: readonly RequestEntry[] } {
  const { apiKey, receiverKey, knobs, receiverKnobs, workspace, book, beforeNote, onRequest } = options
  const callerOf = createCallerOf(apiKey, receiverKey)
  const requests = createRequestLog({ callerOf, onChange: onRequest })
  const paging = createPaging(knobs)

  const app = new Hono<{ Bindings: HttpBindings }>()
    .use(requests.record)
    .use(createGate({ callerOf, knobs, receiverKnobs }))
    .get('/v1/notes/:id', beforeNote)
    .route('/', spacesAndFolders(workspace, paging, knobs))
    .route('/', notes(workspace, paging, knobs))
    .route('/', endpoints(book, workspace, knobs))

  app.notFound(() => errorResponse(notFound('Not found.'), knobs.errorBody))
  app.onError((error) => errorResponse(error, knobs.errorBody))
  return { app, requests: requests.entries }
}
