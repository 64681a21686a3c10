import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Person } from '#shared/notes/person.ts'
import { EndpointDraft } from './model.ts'

/**
 * A creation without a result, because the response was lost or the app quit. It is never retried automatically, because
 * repeating *create* makes a second endpoint (specification, section 4).
 * - `secret-lost`: the endpoint exists, but its secret, which the service shows only once, never arrived.
 * - `secret-gone`: the secret was only in memory and was lost when the app quit. A copy can be imported, and no decision is
 *   required.
 * - `not-created`: the service lists no such endpoint.
 * - `several`: more than one endpoint may match, or the list is inconclusive because it hides URLs or is partly invalid. The user
 *   has to choose.
 */
export const Unfinished = z.object({
  id: z.string(),
  state: z.enum(['secret-lost', 'secret-gone', 'not-created', 'several']),
  url: z.string(),
  requestedAt: z.string(),
  draft: EndpointDraft,
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
 * An action on an unfinished creation.
 * - `recreate`: deletes the endpoint without a secret and creates it again.
 * - `keep`: keeps the endpoint, without a secret.
 * - `retry`: requests the missing endpoint again.
 * - `forget`: dismisses the creation.
 * - `choose`: selects the endpoint that matches, or `null` if none does.
 */
export const FinishAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recreate') }),
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('retry') }),
  z.object({ kind: z.literal('forget') }),
  z.object({ kind: z.literal('choose'), endpointId: EndpointId.nullable() }),
])
export type FinishAction = z.infer<typeof FinishAction>
