import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { Endpoint, EndpointChanges, EndpointDraft, EndpointLabel } from './model.ts'
import { Replacement } from './replacement.ts'
import { Repointed, StaleAddress } from './stale-address.ts'
import { FinishAction, Unfinished } from './unfinished.ts'
import { UrlVerdict } from './url.ts'

const One = z.object({ id: EndpointId })

const OneReplacement = z.object({ id: z.number().int() })

/** Managing webhook endpoints (specification, section 4). */
export const endpoints = {
  'endpoints.list': procedure(NoInput, z.array(Endpoint)),
  /** Never carries the signing secret: see `endpoints.reveal-secret`. */
  'endpoints.create': procedure(EndpointDraft, Endpoint),
  'endpoints.update': procedure(One.extend({ changes: EndpointChanges }), Endpoint),
  /** Stored on this machine only. A replacement takes the label over. */
  'endpoints.set-label': procedure(One.extend({ label: EndpointLabel }), NoOutput),
  /** The labels given here, also of endpoints that are gone, whose deliveries stay. */
  'endpoints.labels': procedure(NoInput, z.array(z.object({ id: z.string(), label: z.string() }))),
  /** Cancels changes that wait for the service and were not sent: they reject with `canceled`. */
  'endpoints.stop-waiting': procedure(NoInput, NoOutput),
  /** An endpoint that is already gone counts as removed. */
  'endpoints.remove': procedure(One, NoOutput),
  /**
   * Starts a job that deletes one after the other, also after one that fails. Canceled, it ends after the one under way, or
   * before it if it was not sent yet. `url` names an endpoint that fails.
   */
  'endpoints.remove-several': procedure(
    z.object({
      endpoints: z
        .array(One.extend({ url: z.string().max(4096) }))
        .min(1)
        .max(1000),
    }),
    Started,
  ),
  /** Unfinished creations, with the possible actions; calls the service only if there are any. */
  'endpoints.unfinished': procedure(NoInput, z.array(Unfinished)),
  /** Carries out an action. Returns the endpoint that exists afterwards, if any, without its secret. */
  'endpoints.finish': procedure(
    z.object({ id: z.string(), action: FinishAction }),
    z.object({ endpoint: Endpoint.nullable() }),
  ),
  /**
   * Creates a new endpoint with the same settings plus `changes`, and keeps the old endpoint until `continue-replacement`.
   * The new endpoint points to the inspector if the old one does, else to the same URL. `enabled` is not a change here: a
   * new endpoint starts enabled.
   */
  'endpoints.replace': procedure(
    One.extend({
      why: z.enum(['rotate', 'change']),
      changes: EndpointChanges.omit({ enabled: true, label: true }),
    }),
    Replacement,
  ),
  /** Those in progress, and those that ended and were not dismissed. */
  'endpoints.replacements': procedure(NoInput, z.array(Replacement)),
  /** Deletes the old endpoint, also when nothing proved the new endpoint; or tries again what is stuck. */
  'endpoints.continue-replacement': procedure(OneReplacement, Replacement),
  /** Deletes the new endpoint; the old endpoint is as it was. Refused once the old one is being deleted. */
  'endpoints.roll-back-replacement': procedure(OneReplacement, Replacement),
  /** Removes an ended one from the list. */
  'endpoints.dismiss-replacement': procedure(OneReplacement, NoOutput),
  /**
   * Endpoints of this machine, of every workspace it knows, that still point to another public address than the proven
   * current one. None while no address is proven.
   */
  'endpoints.stale-addresses': procedure(NoInput, z.array(StaleAddress)),
  /** Points one of them here again, by an update, or by a replacement where the service takes none. Never automatic. */
  'endpoints.repoint': procedure(One, Repointed),
  /** Whether the service could deliver to a URL, before it is asked; the name is looked up, for a warning at most. */
  'endpoints.check-url': procedure(z.object({ url: z.string().trim() }), UrlVerdict),
  /**
   * Stores the secret of an endpoint that was created elsewhere, or a new one, and verifies its stored deliveries again:
   * `verifying` of `judged` fit it. Call it directly, never through a cache: the input is the secret.
   */
  'endpoints.import-secret': procedure(
    One.extend({ secret: z.string().max(4096, 'Too long for a signing secret.') }),
    z.object({
      /** Sentences about an unusual secret, or deliveries that do not come here. */
      warnings: z.array(z.string()),
      judged: z.number().int(),
      verifying: z.number().int(),
    }),
  ),
  /**
   * The one reply that carries a secret. Answers within ten minutes of creation; later only in the browser host, and only if
   * `typed` is the endpoint's name on this machine, the host name of its URL, or its id; in the sandbox, whose secrets have no
   * value elsewhere, also without it. `until`, ten minutes from now, is when the page hides it again. Call it directly, never through
   * a cache.
   */
  'endpoints.reveal-secret': procedure(
    One.extend({ typed: z.string().trim().max(2048).optional() }),
    z.object({ secret: z.string(), until: z.string() }),
  ),
  /**
   * Copies the secret without showing it to the page, at any time. The clipboard is cleared at `clearsAt` if it still holds it.
   * Refused in the browser host, whose page copies by itself.
   */
  'endpoints.copy-secret': procedure(One, z.object({ clearsAt: z.string() })),
}
