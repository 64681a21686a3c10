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

export const endpoints = {
  'endpoints.list': procedure(NoInput, z.array(Endpoint)),
  'endpoints.create': procedure(EndpointDraft, Endpoint),
  /** Changes an endpoint at the service. `set-label` changes only the label, without a request. */
  'endpoints.update': procedure(
    One.extend({
      changes: EndpointChanges.refine(
        ({ label: _, ...sent }) => Object.values(sent).some((value) => value !== undefined),
        'Change more than the label.',
      ),
    }),
    Endpoint,
  ),
  /** Stores an endpoint's label on this computer only. If the endpoint is replaced, its replacement inherits the label. */
  'endpoints.set-label': procedure(One.extend({ label: EndpointLabel }), NoOutput),
  'endpoints.labels': procedure(NoInput, z.array(z.object({ id: z.string(), label: z.string() }))),
  /** Cancels the changes that are still queued. Their promises reject with `canceled`. */
  'endpoints.stop-waiting': procedure(NoInput, NoOutput),
  /** Deletes an endpoint. Succeeds if the endpoint no longer exists. */
  'endpoints.remove': procedure(One, NoOutput),
  /**
   * Starts a job that deletes endpoints one by one and continues after a failure. When canceled, the job finishes the request
   * that is in progress, unless it has not been sent yet. The job's result lists failed endpoints by their `url`.
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
  'endpoints.unfinished': procedure(NoInput, z.array(Unfinished)),
  'endpoints.finish': procedure(
    z.object({ id: z.string(), action: FinishAction }),
    z.object({ endpoint: Endpoint.nullable() }),
  ),
  /**
   * Creates a new endpoint with the old one's settings and these changes. The old endpoint is kept until `continue-replacement`.
   * Unless `changes.receiver` is set, the new endpoint has the same URL. If the old one delivers to this computer, it gets a new
   * path instead. `enabled` can't be changed, because a new endpoint is always enabled.
   */
  'endpoints.replace': procedure(
    One.extend({
      why: z.enum(['rotate', 'change']),
      changes: EndpointChanges.omit({ enabled: true, label: true }),
    }),
    Replacement,
  ),
  'endpoints.replacements': procedure(NoInput, z.array(Replacement)),
  /** Continues a replacement. Deletes the old endpoint, even if the new one is not proven, or retries a step that failed. */
  'endpoints.continue-replacement': procedure(OneReplacement, Replacement),
  /** Deletes the new endpoint and keeps the old one. Not possible once the old endpoint is being deleted. */
  'endpoints.roll-back-replacement': procedure(OneReplacement, Replacement),
  'endpoints.dismiss-replacement': procedure(OneReplacement, NoOutput),
  /**
   * Lists this computer's endpoints, in all workspaces, that don't use the current public address. Empty until that address is
   * proven.
   */
  'endpoints.stale-addresses': procedure(NoInput, z.array(StaleAddress)),
  /**
   * Points an endpoint to the current address, by updating it or, if the service refuses updates, replacing it. Runs only when
   * the user asks for it.
   */
  'endpoints.repoint': procedure(One, Repointed),
  /**
   * Checks whether the service could deliver to a URL, without calling the service. The host name is looked up only to show
   * warnings.
   */
  'endpoints.check-url': procedure(z.object({ url: z.string().trim() }), UrlVerdict),
  /**
   * Stores the secret of an endpoint that was created elsewhere, or a new secret, and verifies the endpoint's deliveries again.
   * Returns how many were verified again (`judged`) and how many of those have a valid signature (`verifying`). Call this
   * directly, never through a cache, because the input is the secret.
   */
  'endpoints.import-secret': procedure(
    One.extend({ secret: z.string().max(4096, 'Too long for a signing secret.') }),
    z.object({
      /** Warnings about an unusual secret, or about deliveries that don't arrive on this computer. */
      warnings: z.array(z.string()),
      judged: z.number().int(),
      verifying: z.number().int(),
    }),
  ),
  /**
   * Returns the secret. No other procedure does. Works within ten minutes after the endpoint was created. After that, it works
   * only in the browser host, and only if `typed` is the endpoint's label, its id, or the host name of its URL. The sandbox
   * doesn't need `typed`, because its secrets work only there. `until` is when the page must hide the secret, ten minutes from
   * now. Call this directly, never through a cache.
   */
  'endpoints.reveal-secret': procedure(
    One.extend({ typed: z.string().trim().max(2048).optional() }),
    z.object({ secret: z.string(), until: z.string() }),
  ),
  /**
   * Copies the secret without sending it to the page. Works at any time. At `clearsAt`, the clipboard is cleared if it still
   * contains the secret. Not available in the browser host, where the page copies the secret.
   */
  'endpoints.copy-secret': procedure(One, z.object({ clearsAt: z.string() })),
}
