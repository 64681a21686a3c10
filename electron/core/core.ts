import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#core/database/database.ts'
import { createDeliveries } from '#core/deliveries/deliveries.ts'
import { createDeliveryRemovals } from '#core/deliveries/delivery-removals.ts'
import { createInspector } from '#core/deliveries/inspector.ts'
import { createReceiving } from '#core/deliveries/listener/listener-control.ts'
import { createPaths } from '#core/deliveries/listener/paths.ts'
import { createRetention } from '#core/deliveries/retention.ts'
import { createLastEvents, createNoteEvents } from '#core/deliveries/store/note-events.ts'
import { createAdministration } from '#core/endpoints/endpoint-administration.ts'
import { createEndpointJournal } from '#core/endpoints/endpoint-journal.ts'
import { createExplanations } from '#core/endpoints/secrets/diagnoses.ts'
import { createEndpointSecrets } from '#core/endpoints/secrets/endpoint-secrets.ts'
import { createSecretReveal } from '#core/endpoints/secrets/secret-reveal.ts'
import { createExports } from '#core/exports/exports.ts'
import { createListening } from '#core/listening/listening.ts'
import { createCatalog } from '#core/notes/catalog.ts'
import { createNoteIndex } from '#core/notes/index/note-index.ts'
import { createAppInfo } from '#core/platform/app-info.ts'
import { dispatch } from '#core/platform/dispatch.ts'
import { createEventHub, type EventHub } from '#core/platform/event-bus.ts'
import { watchStalls } from '#core/platform/event-loop-monitor.ts'
import type { Ports } from '#core/platform/ports.ts'
import { createSettingsService, wasUsed } from '#core/platform/settings.ts'
import { createTrustedTime } from '#core/platform/trusted-time.ts'
import { createVault } from '#core/platform/vault.ts'
import { checkEndpointUrl } from '#core/public-address/check.ts'
import { createReach } from '#core/tunnel/reach.ts'
import { createSurprises } from '#core/workspaces/api-differences.ts'
import { createApiKeys } from '#core/workspaces/api-keys.ts'
import { createServiceClients } from '#core/workspaces/clients.ts'
import { createInWorkspace } from '#core/workspaces/in-workspace.ts'
import { createProfileStore } from '#core/workspaces/profile-store.ts'
import { createTurns } from '#core/workspaces/request-priority.ts'
import { createSession, type Session } from '#core/workspaces/session.ts'
import { takeWorkspaceFromSettings } from '#core/workspaces/workspace-of-settings.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { createSandbox } from './sandbox.ts'
import { createProfiles } from './workspace-lifecycle.ts'

/** The app less its window. Itself a `Transport`, so a page or a test can be plugged straight into it. */
export interface Core extends Transport {
  subscribe: EventHub['subscribe']
  /** Opens the listener and the workspace of last time. Never waits for a locked keychain. */
  start(): Promise<void>
  /** Ends in order: no new deliveries, those under way committed and answered, then the store. */
  close(): Promise<void>
}

/** How often a keychain that did not open is asked again. */
const keychainRetryMs = 10_000
/** How long a deleted file of the store may go unseen while nothing is received. Each delivery looks for itself. */
const filesEveryMs = 2_000

/** Where everything meets: the ports of a host go in, the two verbs come out. Throws `AppError` `storage`. */
export function createCore(ports: Ports): Core {
  const { clock, log } = ports
  mkdirSync(ports.dataFolder, { recursive: true, mode: 0o700 })
  const database = openDatabase(join(ports.dataFolder, 'notehook.db'), clock.now, {
    wasUsed: wasUsed(ports.settings),
  })
  if (database.problem !== null) log.warn(database.problem)
  const hub = createEventHub(log, (watching) => sandbox.setAudience(watching))
  const profileStore = createProfileStore(database.sql)
  try {
    takeWorkspaceFromSettings(ports.settings, profileStore, clock.now())
  } catch (error) {
    log.error('The workspace of the settings could not be made a profile.', error)
  }
  const settings = createSettingsService(ports.settings, hub, log)
  const about = createAppInfo(ports, database, hub)
  const vault = createVault({ ...ports, sql: database.sql, onState: () => session.announce() })
  const surprises = createSurprises({
    ...ports,
    sql: database.sql,
    hub,
    openWorkspace: () => session.workspace()?.id ?? null,
  })
  const apiKeys = createApiKeys(vault)
  const turns = createTurns()
  const fetch = turns.counted(ports.fetch)
  const time = createTrustedTime(clock)
  const clients = createServiceClients({ ...ports, fetch, profiles: profileStore, settings, time })
  const session = createSession({
    ...ports,
    vault,
    apiKeys,
    profiles: profileStore,
    clients,
    hub,
    onSurprise: surprises.record,
    onOpen: () => {
      sandbox.follow()
      index.follow()
      administration.follow()
      surprises.follow()
      exporting.follow()
    },
  })
  const index = createNoteIndex({
    sql: database.sql,
    session,
    profiles: profileStore,
    turns,
    hub,
    clock,
    log,
    lastEvents: createLastEvents(database.sql),
  })
  /** What goes through here, somebody waits for. */
  const asked: Session = { ...session, use: (work) => turns.inFront(() => session.use(work)) }
  const reach = createReach(ports, { settings, vault, hub, tell: about.tell })
  const { tunnel } = reach
  const paths = createPaths()
  const inspector = createInspector({
    database,
    paths,
    clock,
    log,
    publish(name, data) {
      hub.publish(name, data)
      if (name === 'listener.changed') void tunnel.setListener(receiving.port())
    },
    answerProbe: reach.answerProbe,
    serviceAheadSeconds: () => session.serviceAheadSeconds(),
    toleranceSeconds: () => settings.get().toleranceSeconds,
    onAnswered: (answer) => administration.answered(answer),
  })
  const receiving = createReceiving(inspector, settings)
  const labelOf = (id: string) => profileStore.get(id)?.label ?? null
  const journal = createEndpointJournal(database.sql)
  const secrets = createEndpointSecrets({ vault, journal, paths, clock, log })
  const administration = createAdministration({
    ...{ ...ports, vault, apiKeys, clients, profiles: profileStore },
    sql: database.sql,
    session,
    asked,
    turns,
    tunnel,
    journal,
    secrets,
    inspector,
    sandboxSpeed: () => sandbox.clockSpeed(),
    tell: (notice) => about.tell(notice, { alsoInPage: true }),
    onListed: (...list) => listening.saw(...list),
    onReplaced: (...tokens) => listening.replaced(...tokens),
    hub,
  })
  const { endpoints } = administration
  const listening = createListening({
    ...{ session: asked, tunnel, receiving, journal, secrets, hub, clock, log },
    ...{ creation: administration.creation, twins: administration.twins },
    inWorkspace: createInWorkspace({ session: asked, profiles: profileStore, apiKeys, clients }),
    isUndecided: administration.isUndecided,
    labelOf,
  })
  const revealing = createSecretReveal({ ...ports, session: asked, journal, secrets })
  const explain = createExplanations({
    inspector,
    secrets,
    session: asked,
    toleranceSeconds: () => settings.get().toleranceSeconds,
  })
  const noteEvents = createNoteEvents(database.sql, () => session.workspace()?.id ?? null)
  const exporting = createExports({ ...ports, session, index, noteEvents, inspector, hub })
  const sandbox = createSandbox({
    open: ports.openSandbox,
    session,
    tunnel,
    endpoints,
    index,
    surprises,
    inspector,
    onChange: () => hub.publish('workspaces.changed', {}),
    log,
  })
  const removals = createDeliveryRemovals({ inspector, session, time, hub, clock })
  const retention = createRetention({ database, inspector, settings, time, hub, clock, log })
  const profiles = createProfiles({
    database,
    store: profileStore,
    apiKeys,
    vault,
    session,
    sandbox,
    endpoints,
    journal,
    inspector,
    index,
    surprises,
    exports: exporting,
    hub,
  })

  inspector.onVerified((token, at) => {
    if (journal.byToken(token)?.provenAt) return
    journal.proven(token, at)
    hub.publish('endpoints.changed', {})
  })

  const handlers: Handlers = {
    ...createCatalog(asked, index),
    ...index.handlers,
    ...exporting.handlers,
    ...surprises.handlers,
    ...administration.handlers,
    ...reach.handlers,
    ...profiles.handlers,
    ...createDeliveries({ sql: database.sql, inspector, session, explain, copies: { ...ports, secrets } }),
    ...removals.handlers,
    ...retention.handlers,
    ...about.handlers,
    'sandbox.start': ({ notes }) => sandbox.start(notes),
    'sandbox.stop': () => sandbox.stop(),
    // A sandbox workspace asks nobody outside.
    'endpoints.check-url': ({ url }) => checkEndpointUrl(url, sandbox.isOpen() ? null : ports.lookup),
    ...revealing.handlers,
    ...receiving.handlers,
    ...listening.handlers,
    'deliveries.note-events': ({ noteIds }) => noteEvents(noteIds),
  }

  let endStallWatch = () => {}
  let keychainTimer: NodeJS.Timeout | undefined
  let filesTimer: NodeJS.Timeout | undefined
  const retryKeychain = async () => {
    const keychain = vault.state() === 'ready' ? 'ready' : await vault.refresh()
    if (keychain === 'ready' && session.status().state === 'key-locked') await session.retry()
    await administration.retry()
  }

  return {
    async call(name, input) {
      // As of its beginning: an event of the meantime may not be in the answer.
      const revision = hub.revision()
      const reply = await dispatch(handlers, log, name, input)
      return reply.ok ? { ...reply, revision } : reply
    },
    subscribe: hub.subscribe,
    async start() {
      endStallWatch = watchStalls(clock, log)
      database.keepRoom()
      filesTimer = setInterval(database.files.look, filesEveryMs).unref()
      // A keychain may take seconds to say that it is locked: paths answer 503 meanwhile, and nothing here waits for it.
      const secretsOpen = administration.open()
      await reach.start()
      await receiving.start()
      retention.start()
      const swept = index.sweep().then(() => profiles.sweep())
      swept.catch((error) => log.error('What belongs to a removed workspace could not be deleted.', error))
      const opened = vault.refresh().then(async () => {
        await session.start()
        await secretsOpen
        hub.publish('endpoints.changed', {})
      })
      opened.catch((error) => log.error('The keychain could not be read.', error))
      keychainTimer = setInterval(() => {
        retryKeychain().catch((error) => log.error('The keychain could not be read again.', error))
      }, keychainRetryMs).unref()
      if (profileStore.last() === null) return
      await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
    },
    async close() {
      endStallWatch()
      clearInterval(keychainTimer)
      clearInterval(filesTimer)
      index.close()
      administration.close()
      await exporting.close()
      await revealing.close()
      surprises.close()
      // What was made for a while is deleted while the tunnel ends.
      await Promise.all([listening.close(), reach.close()])
      await sandbox.close()
      await Promise.all([removals.close(), retention.close()])
      await inspector.close()
      session.close()
      database.close()
    },
  }
}
