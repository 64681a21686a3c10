import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Person } from '#shared/notes/person.ts'
import { EndpointDraft } from './model.ts'

/**
 * A creation without a result, because the response was lost or the app quit. It is never retried automatically, because a repeated
 * *create* makes a second endpoint (specification, section 4). `secret-lost`: the endpoint exists, but its secret, shown once, never
 * arrived. `secret-gone`: the secret was only in memory and lost on quit; a copy can be imported, and no decision is required.
 * `not-created`: the service lists no such endpoint. `several`: more than one endpoint may match, or the list is inconclusive (it hides
 * URLs or is partly invalid), so the user has to choose.
 */
export const Unfinished = z.object({
  /** Identifies the creation on this machine. */
  id: z.string(),
  state: z.enum(['secret-lost', 'secret-gone', 'not-created', 'several']),
  url: z.string(),
  /** ISO time. */
  requestedAt: z.string(),
  /** Original request, for a retry. */
  draft: EndpointDraft,
  /** The endpoint, or the candidates for it. */
  endpoints: z.array(
    z.object({
      id: EndpointId,
      url: z.string(),
      urlRedacted: z.boolean(),
      createdBy: Person.nullable(),
      createdAt: z.string().nullable(),
    }),
  ),
})
export type Unfinished = z.infer<typeof Unfinished>

/**
 * Action on an unfinished creation. `recreate`: deletes the endpoint without a secret and creates it again. `keep`: keeps the endpoint,
 * without a secret. `retry`: requests the missing endpoint again. `forget`: dismisses the creation. `choose`: selects the matching
 * endpoint; `null` if no candidate matches.
 */
export const FinishAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recreate') }),
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('retry') }),
  z.object({ kind: z.literal('forget') }),
  z.object({ kind: z.literal('choose'), endpointId: EndpointId.nullable() }),
])
export type FinishAction = z.infer<typeof FinishAction>
