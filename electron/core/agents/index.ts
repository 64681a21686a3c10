import type { Deliveries } from '#core/deliveries/index.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import { createRedactor } from '#core/platform/redact.ts'
import type { Receivers } from '#core/receivers/index.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import type { ListedTool } from '#shared/agents/contract.ts'
import { listedTools } from '#shared/agents/tools.ts'
import { AppError } from '#shared/errors.ts'
import { createClient } from '#shared/rpc/client.ts'
import type { EventName } from '#shared/rpc/events.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { createActivity } from './activity.ts'
import { findId } from './find-id.ts'
import { createForwarding } from './forwarding.ts'
import { createLevels, levelRefusal } from './levels.ts'
import { createToolRunner, replacedTools } from './run-tool.ts'
import * as checks from './tools/checks.ts'
import * as deliveries from './tools/deliveries.ts'
import * as endpoints from './tools/endpoints.ts'
import * as notes from './tools/notes.ts'
import * as receivers from './tools/receivers.ts'
import * as sandbox from './tools/sandbox.ts'
import * as sends from './tools/sends.ts'
import { status } from './tools/status.ts'
import { createWaiting } from './waiting.ts'

const changedEveryMs = 250

const procedures: ReadonlySet<string> = new Set([
  'agents.tools',
  'agents.run',
  'agents.environment',
  'agents.forward',
  'agents.end-forward',
  'agents.open',
])
const events: ReadonlySet<EventName> = new Set(['host.opened', 'agents.changed'])

/** Limits the core to the procedures that scripts and agents may call. */
export function agentTransport(
  core: Pick<Transport, 'call'> & { readonly subscribe: EventHub['subscribe'] },
): Transport {
  return {
    async call(name, input, options) {
      if (procedures.has(name)) return core.call(name, input, options)
      return { ok: false, error: new AppError('unknown-procedure', 'Unknown procedure.').toWire() }
    },
    subscribe: (listener) =>
      core.subscribe((event) => {
        if (events.has(event.name)) listener(event)
      }, false),
  }
}

/** Lets scripts and agents use the core through a table of tools, as far as the user allows it. */
export function createAgents(
  platform: Platform,
  uses: {
    readonly workspaces: Workspaces
    readonly deliveries: Pick<Deliveries, 'paths'>
    readonly receivers: Pick<Receivers, 'onDidWait'>
    readonly core: Pick<Transport, 'call' | 'subscribe'>
  },
): Feature<'agents'> {
  const { hub } = platform
  const { session } = uses.workspaces
  const client = createClient(uses.core)
  const notify = createThrottle(() => hub.publish('agents.changed', {}), changedEveryMs)
  // Paths are redacted because anyone who knows one can send requests to it.
  const paths = createRedactor()
  const endPaths = uses.deliveries.paths.watch(({ pathId }) => paths.protect(pathId))
  const levels = createLevels(platform, uses.workspaces)
  const redact = (text: string) => paths.conceal(platform.redactor.conceal(text))
  const activity = createActivity(platform, redact, notify.request)
  const waiting = createWaiting(client.subscribe, uses.receivers.onDidWait)
  const runner = createToolRunner(platform, {
    core: uses.core,
    session,
    levels,
    activity,
    waiting,
    replaced: replacedTools,
    redact,
    run: {
      status,
      deliveries_list: deliveries.list,
      deliveries_show: deliveries.show,
      deliveries_wait: deliveries.wait,
      sends_list: sends.list,
      sends_wait: sends.wait,
      receivers_list: receivers.list,
      checks_show: checks.show,
      endpoints_list: endpoints.list,
      missed_list: endpoints.missedNotes,
      notes_search: notes.search,
      notes_show: notes.show,
      receivers_set: receivers.set,
      receivers_send: receivers.send,
      checks_run: checks.run,
      missed_catch_up: endpoints.catchUp,
      sandbox_open: sandbox.open,
      sandbox_set: sandbox.set,
      sandbox_trigger: sandbox.trigger,
    },
  })
  const { workspaces } = uses
  const forwarding = createForwarding(platform, { client, runner, activity, levels, waiting, workspaces })
  let shownLevel = levels.level()
  levels.onDidChange(() => {
    shownLevel = levels.level()
    notify.flush()
    // The socket is closed at this level, so that no command can end its forwarding.
    if (shownLevel === 'off') forwarding.endAll()
  })
  let listed: ListedTool[] | null = null
  workspaces.onDidChange(() => {
    forwarding.endLate()
    const level = levels.level()
    if (level === shownLevel) return
    shownLevel = level
    if (level === 'off') hub.publish('agents.changed', { isTurnedOff: true })
    else notify.flush()
  })

  return {
    handlers: {
      'agents.tools'() {
        listed ??= listedTools()
        return { version: platform.version, tools: listed, replaced: replacedTools }
      },
      'agents.run': ({ tool, input, caller, forwarding: receiver }, { signal }) => {
        const work = () => runner.call(tool, input, caller.name, signal)
        return receiver === undefined ? work() : forwarding.during(receiver, signal, work)
      },
      ...forwarding.handlers,
      'agents.environment'({ endpoint, caller }, { signal }) {
        const call = { caller: caller.name, tool: 'environment', acts: true, input: { endpoint } }
        return activity.record(call, signal, async () => {
          if (session.workspace()?.kind !== 'sandbox') {
            throw new AppError(
              'not-allowed',
              'Only the sandbox’s secrets can be passed on. In other workspaces, the user copies the secret in Notehook.',
            )
          }
          if (!levels.allows('sandbox')) throw new AppError('not-allowed', levelRefusal(levels, 'sandbox'))
          const { baseUrl } = await client.call('sandbox.status', {}, { signal })
          const { apiKey } = await client.call('sandbox.receiver-key', {}, { signal })
          const known = await client.call('endpoints.list', {}, { signal })
          const id = endpoint === undefined ? known[0]?.id : await findId(client, 'endpoint', endpoint)
          if (id !== undefined && !known.some((one) => one.id === id))
            throw new AppError('not-found', 'There is no such endpoint. Call endpoints_list.')
          const secret =
            id === undefined
              ? null
              : (await client.call('endpoints.reveal-secret', { id }, { signal })).secret
          return [
            { name: 'NOTEHOOK_API_URL', value: baseUrl, isSecret: false },
            { name: 'NOTEHOOK_API_KEY', value: apiKey, isSecret: true },
            ...(secret === null ? [] : [{ name: 'NOTEHOOK_SIGNING_SECRET', value: secret, isSecret: true }]),
          ]
        })
      },
      'agents.open'({ place, caller }, { signal }) {
        const call = { caller: caller.name, tool: 'open', acts: false, input: { place } }
        return activity.record(call, signal, async () => {
          if (platform.showPlace) platform.showPlace(place)
          else if (place !== undefined) hub.publish('app.place-opened', { place })
          return null
        })
      },
      'agents.status': () => ({ ...levels.status(), calls: activity.calls() }),
      'agents.set-level'(changes) {
        levels.set(changes)
        return { ...levels.status(), calls: activity.calls() }
      },
      'agents.activity': activity.list,
      'agents.stop'() {
        runner.stop()
        levels.set({ level: 'off' })
        return null
      },
    },
    close() {
      notify.cancel()
      levels.close()
      forwarding.close()
      runner.stop()
      waiting.close()
      endPaths()
    },
  }
}
