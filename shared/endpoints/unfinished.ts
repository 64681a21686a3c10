import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Person } from '#shared/notes/person.ts'
import { EndpointDraft } from './model.ts'

/**
 * A creation that did not end here, because the reply was lost or the app ended. It is never requested again by
 * itself: *create* does its work twice when it is asked twice (specification, section 4).
 * `secret-lost` the endpoint exists, and its secret, shown once, never reached this machine; `secret-gone` it did, was kept in
 * memory only and was lost at quit: a copy of it can be imported, and nothing has to be decided; `not-created` the list has none;
 * `several` more than one may be it, or the list does not tell (it hides URLs, or a part of it cannot be read): the user has to
 * say which.
 */
export const Unfinished = z.object({
  /** Names it on this machine. */
  id: z.string(),
  state: z.enum(['secret-lost', 'secret-gone', 'not-created', 'several']),
  url: z.string(),
  /** ISO time. */
  askedAt: z.string(),
  /** The original request, for another try. */
  draft: EndpointDraft,
  /** The endpoint, or those that may be it. */
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
 * `recreate` deletes the endpoint whose secret is lost or gone and creates it again; `keep` leaves it as it is, without a secret;
 * `retry` creates the one that never was; `forget` no longer wants it; `choose` says which of several it is, or with no
 * endpoint that none of them is.
 */
export const FinishAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recreate') }),
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('retry') }),
  z.object({ kind: z.literal('forget') }),
  z.object({ kind: z.literal('choose'), endpointId: EndpointId.nullable() }),
])
export type FinishAction = z.infer<typeof FinishAction>
