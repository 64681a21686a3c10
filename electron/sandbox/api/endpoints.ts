import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { EndpointBook, EndpointRecord } from '../endpoint-book.ts'
import type { Knobs } from '../knobs.ts'
import type { Workspace } from '../workspace.ts'
import { checkVisibility, completeEndpoint, parseEndpointBody } from './endpoint-body.ts'
import { apiError, badRequest, notFound } from './errors.ts'

type Env = { Bindings: HttpBindings }

const collection = '/v1/webhook-endpoints'
const item = `${collection}/:id`

export function endpoints(book: EndpointBook, workspace: Workspace, knobs: Knobs): Hono<Env> {
  const isByColleague = () => knobs.creator === 'colleague'
  const creator = () => (knobs.creatorDeleted ? null : isByColleague() ? colleague : workspace.user)
  const json = (endpoint: EndpointRecord) => endpointJson(endpoint, creator(), urlShown(knobs))

  const update = async (context: Context<Env>) => {
    const { method } = context.req
    if (knobs.update !== 'both' && knobs.update !== method) {
      throw apiError(knobs.updateRefusal, 'method_not_allowed', `${method} is not supported here.`)
    }
    const endpoint = find(book, context.req.param('id'))
    const body = parseEndpointBody(await jsonBody(context), workspace, knobs)
    if (isByColleague() && Object.keys(body).some((name) => name !== 'enabled')) {
      throw apiError(403, 'forbidden', 'Only its creator may change this endpoint.')
    }
    // PUT replaces the endpoint, and PATCH changes individual fields. Both replace lists as a whole.
    const changes = method === 'PUT' ? { ...body, ...completeEndpoint(body) } : body
    checkVisibility({ ...endpoint, ...changes }, workspace)
    const { enabled, ...fields } = changes
    const accepted = enabled === undefined || knobs.enabledIgnored ? fields : { ...fields, enabled }
    return context.json(json(book.update(endpoint.id, accepted) ?? endpoint))
  }

  return new Hono<Env>()
    .use(`${collection}/*`, async (_context, next) => {
      if (!knobs.webhooksPlan) throw notFound('Not found.')
      await next()
    })
    .use(`${collection}/*`, bodyLimit({ maxSize: 64 * 1024, onError: () => tooLarge() }))
    .get(collection, (context) => context.json({ webhook_endpoints: book.list().map(json) }))
    .post(collection, async (context) => {
      const fields = completeEndpoint(parseEndpointBody(await jsonBody(context), workspace, knobs))
      checkVisibility(fields, workspace)
      if (knobs.refuseCreate !== null)
        throw apiError(knobs.refuseCreate, 'refused', 'The sandbox service is set to reject creation.')
      const endpoint = book.create(fields)
      if (knobs.loseCreateReplies > 0) {
        knobs.loseCreateReplies -= 1
        context.env.incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
      if (knobs.createReplyMs > 0) await wait(knobs.createReplyMs, undefined, { ref: false })
      const { folder_ids, url_redacted, ...sample } = endpointJson(endpoint, creator(), 'whole')
      return context.json(
        {
          ...sample,
          ...(knobs.createEcho === 'whole' ? { folder_ids, url_redacted } : {}),
          ...(knobs.withholdSecret ? {} : { signing_secret: endpoint.signingSecret }),
        },
        knobs.createStatus satisfies ContentfulStatusCode,
      )
    })
    .patch(item, update)
    .put(item, update)
    .delete(item, (context) => {
      const { id } = find(book, context.req.param('id'))
      if (isByColleague()) throw apiError(403, 'forbidden', 'Only its creator may delete this endpoint.')
      if (knobs.refuseDelete !== null)
        throw apiError(knobs.refuseDelete, 'refused', 'The sandbox service is set to reject deletion.')
      book.remove(id)
      return context.json({ id, object: 'webhook_endpoint', deleted: true })
    })
}

function find(book: EndpointBook, id = ''): EndpointRecord {
  if (!/^whe_[a-zA-Z0-9]{14}$/.test(id)) throw badRequest('webhook_endpoint_id: this is not an endpoint id.')
  const endpoint = book.get(id)
  if (!endpoint) throw notFound('No such webhook endpoint.')
  return endpoint
}

async function jsonBody(context: Context<Env>): Promise<unknown> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    throw badRequest('Content-Type: must be application/json.')
  }
  return context.req.json().catch(() => {
    throw badRequest('The body is not JSON.')
  })
}

function tooLarge(): never {
  throw apiError(413, 'too_large', 'The body is larger than 64 KiB.')
}

const colleague = { name: 'Iris Vandenberg', email: 'iris.vandenberg@example.com' }

type UrlShown = 'whole' | 'cut' | 'origin'

const urlShown = ({ creator, urlRedacted }: Knobs): UrlShown =>
  creator === 'colleague' ? 'origin' : urlRedacted ? 'cut' : 'whole'

/**
 * Builds a *Webhook endpoint* without its secret (specification, section 2). The specification does not explain `url_redacted`.
 */
function endpointJson(
  endpoint: EndpointRecord,
  creator: { name: string; email: string } | null,
  shown: UrlShown,
) {
  const { origin } = new URL(endpoint.url)
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: shown === 'whole' ? endpoint.url : shown === 'cut' ? `${origin}/…` : origin,
    url_redacted: shown !== 'whole',
    events: endpoint.events,
    folder_ids: endpoint.folderIds,
    scopes: endpoint.scopes,
    created_by: creator && { name: creator.name, email: creator.email },
    enabled: endpoint.enabled,
    created_at: endpoint.createdAt,
  }
}
