import type { ParsedInputOf } from '../../../shared/contract/index.ts'
import type { Endpoint, EndpointChanges, EndpointDraft, Receiver } from '../../../shared/domain/endpoint.ts'
import { eventTypes } from '../../../shared/domain/note-event.ts'
import { AppError } from '../../../shared/errors.ts'
import type { WritableChanges } from '../api/endpoints-api.ts'
import type { ServiceEndpoint } from '../api/wire.ts'
import { classifyEndpointUrl } from '../endpoint-url/classify.ts'
import type { EventHub } from '../event-hub.ts'
import type { Inspector } from '../inspector/inspector.ts'
import { createPathToken } from '../inspector/paths.ts'
import type { Clock } from '../ports.ts'
import type { EndpointJournal, JournalEntry } from '../store/endpoint-journal.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'
import type { Session } from './session.ts'
import type { Tunnel } from './tunnel.ts'

/** Managing webhook endpoints (specification, section 4) so that no secret is lost and no endpoint forgotten. */
export interface Endpoints {
  list(): Promise<Endpoint[]>
  create(draft: EndpointDraft): Promise<Endpoint>
  update(input: ParsedInputOf<'endpoints.update'>): Promise<Endpoint>
  remove(id: string): Promise<null>
  /** Forgets every secret and path of a workspace; the service is not asked. */
  forgetWorkspace(workspaceId: string): Promise<void>
}

export interface EndpointsOptions {
  readonly session: Session
  readonly tunnel: Tunnel
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
  readonly inspector: Pick<Inspector, 'lastVerifiedAt'>
  readonly hub: EventHub
  readonly clock: Clock
}

export function createEndpoints(options: EndpointsOptions): Endpoints {
  const { session, tunnel, journal, secrets, inspector, hub, clock } = options

  const workspaceId = () => {
    const workspace = session.workspace()
    if (!workspace)
      throw new AppError('not-connected', 'Connect a workspace first, or open the practice workspace.')
    return workspace.id
  }
  const entryOf = (id: string) => journal.byEndpoint(workspaceId(), id)
  const changed = () => hub.publish('endpoints.changed', {})

  /** What the service says, and beside it what this machine knows. */
  const described = (
    endpoint: ServiceEndpoint,
    entry: JournalEntry | null = entryOf(endpoint.id),
  ): Endpoint => ({
    ...endpoint,
    secret: secrets.stateOf(entry),
    revealUntil: secrets.revealUntil(entry),
    revealable: secrets.isRevealable(entry),
    receivedHere: entry !== null && leadsTo(endpoint, entry),
    lastDeliveryAt: entry && inspector.lastVerifiedAt(entry.token),
  })

  const inspectorUrl = (token: string): string => {
    const { publicUrl } = tunnel.status()
    if (publicUrl !== null) return `${publicUrl}/hooks/${token}`
    throw new AppError(
      'no-public-url',
      'No public address leads to the inspector yet. State yours in the settings.',
      {
        fields: { receiver: 'No public address leads to the inspector yet. State yours in the settings.' },
      },
    )
  }
  const urlOf = (receiver: Receiver, token: string) =>
    receiver.kind === 'inspector' ? inspectorUrl(token) : receiverUrl(receiver.url)

  /** A create whose reply was lost is found again by its URL, which no other endpoint has. */
  const adoptLost = (listed: readonly ServiceEndpoint[]) => {
    for (const entry of journal.entries(workspaceId())) {
      if (entry.endpointId !== null) continue
      const mine = listed.filter(
        ({ id, url, urlRedacted }) => !urlRedacted && url === entry.url && !entry.knownIds.includes(id),
      )
      const [only] = mine
      if (only && mine.length === 1) adopt(entry, only.id)
    }
  }
  const adopt = (entry: JournalEntry, endpointId: string): JournalEntry => {
    journal.replied(entry.token, endpointId)
    const named: JournalEntry = { ...entry, endpointId, state: 'replied' }
    secrets.reserve(named)
    return named
  }

  return {
    async list() {
      const { items } = await session.use((api) => api.endpoints())
      adoptLost(items)
      return items.map((endpoint) => described(endpoint))
    },

    async create({ receiver, scopes, events, folderIds }) {
      const token = createPathToken()
      const url = urlOf(receiver, token)
      const known = await session.use((api) => api.endpoints())

      // From here on a crash at any point leaves a trace: the intent is on the disk before the service is asked.
      const intent = { token, workspaceId: workspaceId(), url, knownIds: known.items.map(({ id }) => id) }
      journal.intend(intent, clock.now().toISOString())
      const entry: JournalEntry = {
        ...intent,
        endpointId: null,
        state: 'intent',
        keptAt: null,
        provenAt: null,
        imported: false,
      }
      secrets.reserve(entry)

      const { endpoint, signingSecret } = await session
        .use((api) => api.createEndpoint({ url, scopes, events, folderIds }))
        .catch((error) => {
          if (!mayExist(error)) void secrets.forget(entry).then(() => journal.drop(token))
          throw error
        })
      const named = adopt(entry, endpoint.id)
      try {
        if (signingSecret === null) throw secretNotReturned()
        await secrets.keep(named, signingSecret)
      } finally {
        changed()
      }
      return described(endpoint)
    },

    async update({ id, changes }) {
      // Before anybody is asked anything.
      if (changes.receiver?.kind === 'url') receiverUrl(changes.receiver.url)
      const { items } = await session.use((api) => api.endpoints())
      const current = items.find((endpoint) => endpoint.id === id)
      if (!current) throw new AppError('not-found', 'This endpoint is gone: somebody deleted it.')
      const entry = entryOf(id)
      const token = entry?.token ?? createPathToken()
      const sent = writable(changes, (receiver) =>
        receiver.kind === 'inspector' && entry && leadsTo(current, entry)
          ? urlHere(current, entry)
          : urlOf(receiver, token),
      )
      const whole = { ...current, url: current.urlRedacted ? null : current.url }
      const updated = await session.use((api) => api.updateEndpoint(id, sent, whole))
      if (typeof sent.url === 'string')
        rememberUrl(entry, { token, id, url: sent.url, receiver: changes.receiver })
      changed()
      return described(updated)
    },

    async remove(id) {
      await session.use((api) => api.removeEndpoint(id))
      const entry = entryOf(id)
      if (entry) await secrets.forget(entry)
      changed()
      return null
    },

    async forgetWorkspace(id) {
      for (const entry of journal.entries(id)) await secrets.forget(entry)
    },
  }

  /** An endpoint that was made elsewhere and now leads here gets a path; its secret can only be missing. */
  function rememberUrl(
    entry: JournalEntry | null,
    to: { token: string; id: string; url: string; receiver: Receiver | undefined },
  ): void {
    if (entry) {
      journal.moved(entry.token, to.url)
      secrets.moved({ ...entry, url: to.url })
    } else if (to.receiver?.kind === 'inspector') {
      const made = { token: to.token, workspaceId: workspaceId(), url: to.url, knownIds: [] }
      journal.intend(made, clock.now().toISOString())
      adopt(
        { ...made, endpointId: null, state: 'intent', keptAt: null, provenAt: null, imported: false },
        to.id,
      )
    }
  }
}

const leadsTo = (endpoint: Pick<ServiceEndpoint, 'url' | 'urlRedacted'>, entry: JournalEntry) =>
  urlHere(endpoint, entry).endsWith(`/hooks/${entry.token}`)

/** A redacted URL is display text: what is written down here counts. */
const urlHere = (endpoint: Pick<ServiceEndpoint, 'url' | 'urlRedacted'>, entry: JournalEntry) =>
  endpoint.urlRedacted ? entry.url : endpoint.url

/** After these nobody knows whether the endpoint was created; its path stays reserved. */
const mayExist = (error: unknown) => !(error instanceof AppError) || error.code === 'outcome-unknown'

/** *None chosen means all* holds for a change too, where an empty list would be sent as one. */
function writable(changes: EndpointChanges, urlOf: (receiver: Receiver) => string): WritableChanges {
  const { receiver, events, ...rest } = changes
  return {
    ...rest,
    ...(events ? { events: events.length > 0 ? events : [...eventTypes] } : {}),
    ...(receiver ? { url: urlOf(receiver) } : {}),
  }
}

/** Refuses what the service must refuse; the address itself is sent as it was typed. */
function receiverUrl(typed: string): string {
  const { verdict, sentence } = classifyEndpointUrl(typed)
  if (verdict === 'allowed') return typed
  throw new AppError('invalid-input', sentence, { fields: { 'receiver.url': sentence } })
}

const secretNotReturned = () =>
  new AppError(
    'secret-not-returned',
    'The service created the endpoint without showing its signing secret, so its deliveries cannot be verified. Delete it and create it again.',
  )
