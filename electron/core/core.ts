import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Handlers } from '../../shared/contract/index.ts'
import type { Transport } from '../../shared/contract/transport.ts'
import { dispatch } from './dispatch.ts'
import { checkEndpointUrl } from './endpoint-url/check.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { createExports } from './exports/exports.ts'
import { createNoteIndex } from './index/note-index.ts'
import { createTurns } from './index/turns.ts'
import { createInspector } from './inspector/inspector.ts'
import { createLastEvents, createNoteEvents } from './inspector/note-events.ts'
import { createPaths } from './inspector/paths.ts'
import { createReceiving } from './inspector/receiving.ts'
import type { Ports } from './ports.ts'
import { createApiKeys } from './services/api-keys.ts'
import { createAppInfo } from './services/app-info.ts'
import { createCatalog } from './services/catalog.ts'
import { createDeliveries } from './services/deliveries.ts'
import { createDeliveryRemovals } from './services/delivery-removals.ts'
import { createAdministration } from './services/endpoint-administration.ts'
import { createEndpointSecrets } from './services/endpoint-secrets.ts'
import { createExplanations } from './services/explanations.ts'
import { createInWorkspace } from './services/in-workspace.ts'
import { createListening } from './services/listening.ts'
import { createPractice } from './services/practice.ts'
import { createProfiles } from './services/profiles.ts'
import { createRetention } from './services/retention.ts'
import { createSecretReveal } from './services/secret-reveal.ts'
import { createServiceClients } from './services/service-clients.ts'
import { createSession, type Session } from './services/session.ts'
import { createSettingsService, wasUsed } from './services/settings.ts'
import { createSurprises } from './services/surprises.ts'
import { createTrustedTime } from './services/trusted-time.ts'
import { createVault } from './services/vault.ts'
import { takeWorkspaceFromSettings } from './services/workspace-of-settings.ts'
import { openDatabase } from './store/database.ts'
import { createEndpointJournal } from './store/endpoint-journal.ts'
import { createProfileStore } from './store/profile-store.ts'
import { createReach } from './tunnel/reach.ts'
import { watchStalls } from './watch-stalls.ts'

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
  const hub = createEventHub(log, (watching) => practice.setAudience(watching))
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
      practice.follow()
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
      if (name === 'inspector.changed') void tunnel.setListener(receiving.port())
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
    practiceSpeed: () => practice.clockSpeed(),
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
  const practice = createPractice({
    open: ports.openPractice,
    session,
    tunnel,
    endpoints,
    index,
    surprises,
    inspector,
    onChange: () => hub.publish('profiles.changed', {}),
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
    practice,
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
    'practice.start': ({ notes }) => practice.start(notes),
    'practice.stop': () => practice.stop(),
    // A practice workspace asks nobody outside.
    'endpoints.check-url': ({ url }) => checkEndpointUrl(url, practice.isOpen() ? null : ports.lookup),
    ...revealing.handlers,
    ...receiving.handlers,
    ...listening.handlers,
    'inspector.note-events': ({ noteIds }) => noteEvents(noteIds),
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
      // As of its beginning: what is told while it is worked on may not be in the answer.
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
      await practice.close()
      await Promise.all([removals.close(), retention.close()])
      await inspector.close()
      session.close()
      database.close()
    },
  }
}
