import type { Sql } from '#core/database/sql.ts'
import type { Inspector } from '#core/deliveries/inspector.ts'
import type { Answered } from '#core/deliveries/listener/listener-responses.ts'
import { createUndelivered } from '#core/deliveries/store/undelivered.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock, Log, SystemNotice } from '#core/platform/ports.ts'
import type { Vault } from '#core/platform/vault.ts'
import type { Tunnel } from '#core/tunnel/tunnel.ts'
import type { ApiKeys } from '#core/workspaces/api-keys.ts'
import type { ServiceClients } from '#core/workspaces/clients.ts'
import { openWorkspace } from '#core/workspaces/open-workspace.ts'
import type { ProfileStore } from '#core/workspaces/profile-store.ts'
import type { Turns } from '#core/workspaces/request-priority.ts'
import type { Session } from '#core/workspaces/session.ts'
import { sandboxWorkspaceId } from '#core/workspaces/workspace-of.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { OffCounts, WatchState } from '#shared/workspaces/contract.ts'
import { createEndpointCreation, type EndpointCreation } from './endpoint-creation.ts'
import type { EndpointJournal } from './endpoint-journal.ts'
import { createEndpointLabels } from './endpoint-labels.ts'
import { createRemovals } from './endpoint-removals.ts'
import { createEndpoints, type EndpointListing, type Endpoints, type OnEndpointList } from './endpoints.ts'
import { createReplacementRows } from './replacement/replacement-rows.ts'
import {
  createReplacements,
  type Replacements,
  type ReplacementsOptions,
} from './replacement/replacements.ts'
import type { EndpointSecrets } from './secrets/endpoint-secrets.ts'
import { createSecretImport } from './secrets/secret-import.ts'
import { createAstray } from './stale-address.ts'
import { turnedOffNotice } from './status/disabled-notice.ts'
import { createMissed } from './status/downtime.ts'
import { createEndpointHealth } from './status/endpoint-health.ts'
import { createEndpointWatch } from './status/endpoint-poller.ts'
import { createEndpointSight } from './status/endpoint-status.ts'
import { createEndpointSightings } from './status/status-history.ts'
import { createWorkspaceWatch } from './status/workspace-poller.ts'
import { createUnfinished } from './unfinished.ts'

type Names =
  | ('list' | 'create' | 'update' | 'set-label' | 'remove' | 'remove-several' | 'stop-removing')
  | 'stop-waiting'
  | ('unfinished' | 'finish')
  | (
      | 'astray'
      | 'repoint'
      | 'import-secret'
      | 'replace'
      | 'replacements'
      | 'go-on'
      | 'roll-back'
      | 'close-replacement'
      | 'missed'
    )

/** Everything about webhook endpoints, wired together. */
export interface Administration {
  readonly handlers: Pick<Handlers, `endpoints.${Names}`>
  readonly endpoints: Endpoints & {
    /** Drops what was noted of paths that are not in the journal any more. */
    sweep(): void
    /** A workspace was connected, disconnected or removed. */
    followWorkspaces(): void
    /** What is known of the endpoints of one that is not open; `watch` is `null` where nobody watches. */
    seenFromOutside(workspaceId: string): { readonly off: OffCounts; readonly watch: WatchState | null }
  }
  readonly creation: EndpointCreation
  readonly twins: Pick<Replacements, 'twinOf' | 'abandon'>
  /** Whether an earlier creation in the open workspace may have made an endpoint. Asks the service if there is one. */
  isUndecided(): Promise<boolean>
  /** Another workspace is open, or the same one in another state. */
  follow(): void
  /** Every path answers at once, 503 while its secret is not here; resolves when the keychain gave out what it gives. */
  open(): Promise<void>
  /** Asks the keychain again for what it did not give out. What was answered 503 for want of it is judged again. */
  retry(): Promise<void>
  /** A request on a path was answered. Never throws. */
  answered(answer: Answered): void
  close(): void
}

export interface AdministrationOptions {
  readonly sql: Sql
  readonly session: Session
  /** What goes through it, somebody waits for. */
  readonly asked: Session
  readonly turns: Turns
  readonly tunnel: Tunnel
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
  readonly inspector: Inspector
  readonly sandboxSpeed: () => number
  readonly profiles: Pick<ProfileStore, 'all' | 'get'>
  readonly apiKeys: ApiKeys
  readonly vault: Pick<Vault, 'state'>
  readonly clients: ServiceClients
  /** Hears of every list of endpoints, asked for at `beganMs` of the monotonic clock. */
  readonly onReplaced: ReplacementsOptions['onReplaced']
  readonly onListed: (workspaceId: string, listed: EndpointListing, beganMs: number) => void
  readonly tell: (notice: SystemNotice) => void
  readonly hub: EventHub
  readonly clock: Clock
  readonly log: Log
}

/** The window of retries, after which the service disables an endpoint (specification, sections 3 and 8). */
const fourDaysMs = 4 * 86_400_000
const tellEveryMs = 3_000

export function createAdministration(all: AdministrationOptions): Administration {
  const { sql, journal, secrets, inspector, sandboxSpeed, tell, hub, clock, log } = all
  const labelOf = (workspaceId: string) => all.profiles.get(workspaceId)?.label ?? null
  const options = { ...all, session: all.asked, labels: createEndpointLabels(sql), labelOf }
  let telling: NodeJS.Timeout | undefined

  const window = (workspaceId: string) =>
    workspaceId === sandboxWorkspaceId ? fourDaysMs / sandboxSpeed() : fourDaysMs
  const health = createEndpointHealth({
    sql,
    onFailure: (error) => log.error('How deliveries were answered could not be noted.', error),
    onTurn: () => {
      telling ??= setTimeout(() => {
        telling = undefined
        hub.publish('endpoints.changed', {})
      }, tellEveryMs).unref()
    },
  })
  const sight = createEndpointSight({
    ...{ sql, sightings: createEndpointSightings(sql), health, journal, clock },
    areOfService: inspector.mismatches.areOfService,
    fourDaysMs: window,
    onTurnedOff(id, endpoints) {
      const told = { workspace: { id, label: labelOf(id) ?? '' }, endpoints }
      hub.publish('endpoints.turned-off', told)
      if (all.session.workspace()?.id === id) hub.publish('endpoints.changed', {})
      tell(turnedOffNotice(told))
    },
  })
  const creation = createEndpointCreation({
    ...options,
    onEnabled(workspaceId, id) {
      try {
        sight.created(workspaceId, id)
      } catch (error) {
        log.error('That an endpoint was created could not be noted.', error)
      }
    },
  })
  const replacements = createReplacements({
    ...options,
    creation,
    rows: createReplacementRows(sql),
    undelivered: createUndelivered(sql),
    fourDaysMs: () => window(all.session.workspace()?.id ?? ''),
  })
  const onList: OnEndpointList = (workspaceId, listed, beganMs) => {
    const { items } = listed
    // A disk that refuses to note what was seen keeps nobody from seeing the list.
    try {
      const isOpen = all.session.workspace()?.id === workspaceId
      if (isOpen) creation.reconcile(workspaceId, items)
      sight.saw(workspaceId, items, beganMs)
      // What goes on by itself goes on in the open workspace only.
      if (isOpen) replacements.resume(workspaceId, items)
      all.onListed(workspaceId, listed, beganMs)
    } catch (error) {
      log.error('What was seen of the endpoints could not be noted.', error)
    }
  }
  const endpoints = createEndpoints({ ...options, creation, sight, onList })
  const watch = createEndpointWatch({ ...all, onList })
  const others = createWorkspaceWatch({ ...all, onList })
  const importSecret = createSecretImport(options)
  const unfinished = createUnfinished({
    ...{ ...options, creation },
    isTakenCareOf: (token) => replacements.isTwin(token) || isTemporary(token),
  })
  /** One that is named is offered to be deleted, whatever became of its secret. */
  const isTemporary = (token: string) => {
    const entry = journal.byToken(token)
    return Boolean(entry?.temporary && entry.endpointId !== null)
  }
  /** Of the open workspace; none of them was sent. */
  const stopWaiting = () => all.session.use(async (api) => api.stopChanges())
  const removals = createRemovals(endpoints, () => all.session.workspace()?.id ?? null, hub)
  const astray = createAstray({ ...options, endpoints, replacements })
  const missed = createMissed(sql, clock)
  const lockedRow = sql.prepare(
    "SELECT 1 FROM deliveries WHERE token = ? AND verified = 0 AND verdict = 'secret-locked' LIMIT 1",
  )
  const judgeAgain = (tokens: readonly string[]) => {
    for (const token of tokens) if (lockedRow.get(token)) inspector.rejudge(token)
  }
  inspector.onVerified((token) => replacements.proven(token))

  return {
    endpoints: {
      ...endpoints,
      async forgetWorkspace(id) {
        others.forget(id)
        replacements.forgetWorkspace(id)
        sight.forgetWorkspace(id)
        await endpoints.forgetWorkspace(id)
      },
      sweep: health.sweep,
      followWorkspaces: others.follow,
      seenFromOutside: (id) => ({ off: sight.off(id), watch: others.stateOf(id) }),
    },
    creation,
    twins: replacements,
    isUndecided: async () => (await unfinished.list()).some(({ state }) => state !== 'secret-gone'),
    follow() {
      watch.follow()
      others.follow()
    },
    async open() {
      health.sweep()
      await secrets.open()
      judgeAgain(journal.entries().map(({ token }) => token))
    },
    async retry() {
      const came = await secrets.retry()
      judgeAgain(came)
      others.follow()
      if (came.length > 0) hub.publish('endpoints.changed', {})
    },
    answered(answer) {
      try {
        health.answered(answer)
      } catch (error) {
        log.error('How a delivery was answered could not be noted.', error)
      }
    },
    close() {
      watch.close()
      others.close()
      health.close()
      clearTimeout(telling)
    },
    handlers: {
      'endpoints.list': () => endpoints.list(),
      'endpoints.create': (draft) => endpoints.create(draft),
      'endpoints.update': (input) => endpoints.update(input),
      'endpoints.set-label': ({ id, label }) => endpoints.setLabel(id, label),
      async 'endpoints.stop-waiting'() {
        await stopWaiting()
        return null
      },
      'endpoints.remove': ({ id }) => endpoints.remove(id),
      'endpoints.remove-several': ({ ids }) => removals.remove(ids),
      async 'endpoints.stop-removing'() {
        removals.stop()
        await stopWaiting()
        return null
      },
      'endpoints.unfinished': () => unfinished.list(),
      'endpoints.finish': async ({ id, action }) => {
        const endpoint = await unfinished.finish(id, action)
        return { endpoint: endpoint && endpoints.described(endpoint) }
      },
      'endpoints.astray': () => astray.list(),
      'endpoints.repoint': ({ id }) => astray.repoint(id),
      'endpoints.import-secret': importSecret,
      'endpoints.replace': (input) => replacements.start(input),
      'endpoints.replacements': () => replacements.list(),
      'endpoints.go-on': ({ id }) => replacements.goOn(id),
      'endpoints.roll-back': ({ id }) => replacements.rollBack(id),
      'endpoints.close-replacement': ({ id }) => {
        replacements.close(id)
        return null
      },
      async 'endpoints.missed'(of) {
        const workspace = openWorkspace(all.asked)
        if ('replacement' in of) {
          const { cutsOff, draft } = replacements.record(of.replacement)
          return missed(workspace, cutsOff?.gap ?? null, draft.folderIds)
        }
        const { items } = await workspace.use((api) => api.endpoints())
        const folderIds = items.find(({ id }) => id === of.id)?.folderIds ?? []
        return missed(workspace, sight.gap(workspace.id, of.id), folderIds)
      },
    },
  }
}
