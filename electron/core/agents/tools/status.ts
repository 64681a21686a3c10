import { levelNames } from '#shared/agents/level.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { listenerStateNames } from '#shared/deliveries/listener-words.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { SandboxStatus, SandboxSwitches } from '#shared/sandbox/model.ts'
import { switchNames } from '#shared/sandbox/words.ts'
import { tunnelStateNames } from '#shared/tunnel/words.ts'
import { counted } from '../answers.ts'
import { listedNames } from '../find-id.ts'
import { noWorkspace, type RunTool, type Warning } from '../run-tool.ts'

const endpointsMs = 1_000

export const status: RunTool<'status'> = async (_, { client, signal, workspace, level, content }) => {
  const [app, session, connection, listener, tunnel, total, lastDay, missed, index, receivers] =
    await Promise.all([
      client.call('app.info'),
      client.call('workspaces.status'),
      client.call('workspaces.connection'),
      client.call('listener.status'),
      client.call('tunnel.status'),
      client.call('deliveries.total'),
      workspace && client.call('deliveries.last-day'),
      workspace && client.call('missed.status'),
      client.call('notes.index-status'),
      workspace && client.call('receivers.list'),
    ])
  const limit = AbortSignal.any([signal, AbortSignal.timeout(endpointsMs)])
  // Requests a list only if there is no last one, because the response may take seconds.
  const endpoints = missed?.endpoints.length
    ? missed.endpoints
    : workspace && (await client.call('endpoints.list', {}, { signal: limit }).catch(() => null))
  const disabled = endpoints?.filter(({ enabled }) => !enabled).length ?? 0
  const isCurrent = session.state === 'connected' && connection.trouble === null && endpoints !== null
  const steps = (lastDay?.endpoints ?? []).flatMap(({ counts }) => counts)
  const behind = missed?.behind ?? null
  const isDegraded = listener.state === 'listening' && listener.degraded !== null
  const sandbox = workspace?.isSandbox ? await client.call('sandbox.status') : null
  const isFailing =
    sandbox === null
      ? missed?.warnings.some(({ kind }) => kind === 'failing-day' || kind === 'failing-three-days')
      : sandbox.failing !== null
  return {
    version: app.version,
    level: level === 'off' ? 'read' : level,
    levelName: levelNames[level],
    content,
    listener: {
      state: listener.state,
      stateName: listenerStateNames[isDegraded ? 'notStoring' : listener.state],
      origin: listener.state === 'listening' ? listener.origin : null,
    },
    // The sandbox delivers to this computer without a tunnel.
    tunnel: {
      state: sandbox === null ? tunnel.state : 'not needed',
      stateName: sandbox === null ? tunnelStateNames[tunnel.state] : 'Not needed',
      source: tunnel.source,
    },
    sandbox: sandbox && stateOf(sandbox),
    endpoints: endpoints && { count: endpoints.length, disabled },
    receivers: receivers && {
      count: receivers.length,
      forwarding: receivers.filter(({ live }) => live).length,
      waiting: sumOf(receivers.map((one) => one.status.waiting.count)),
    },
    counts: {
      deliveries: total.count,
      lastDay: sumOf(steps.flatMap(([, ...counts]) => counts)),
      lastDayFailed: sumOf(steps.flatMap(([, , retried, failed]) => [retried, failed])),
      behind,
      notes: index.notes,
    },
    notesCompleteAsOf: index.completeAsOf,
    warnings: [
      workspace === null && noWorkspace().message,
      ...listenerWarnings(listener),
      indexWarning(index),
      sandboxWarning(sandbox),
      sandbox?.switches.outage === true &&
        'The sandbox’s outage is on, so its deliveries fail. Turn it off with sandbox_set.',
      isFailing && 'Deliveries to an endpoint fail. Call endpoints_list with `failing`.',
      waitingWarning(receivers ?? []),
      workspace &&
        !isCurrent &&
        'Requests to the service fail, so endpoints, notes and missed events may be out of date. Call endpoints_list to see why.',
      disabled > 0 &&
        `${counted(disabled, 'disabled endpoint')} can’t receive events. Call endpoints_list to see why. Only the user can enable endpoints, in Notehook.`,
      behind !== null &&
        behind > 0 &&
        `No delivery reported the latest change of ${counted(behind, 'note')}. Call endpoints_list, then missed_list.`,
      !content && 'Notes’ content is off.',
      ...app.notices.map(({ tone, message }) => tone !== 'info' && message),
    ],
  }
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** Says why deliveries don’t arrive or are not stored. */
export function listenerWarnings(listener: ListenerStatus): readonly Warning[] {
  if (listener.state === 'stopped')
    return ['The listener is stopped, so no delivery arrives. The user starts it in Notehook.']
  if (listener.state === 'failed') return [`The listener failed: ${listener.message}`]
  return [listener.degraded, listener.clock]
}

export const indexWarning = ({ completeAsOf, state, notes, problem }: IndexStatus): Warning =>
  completeAsOf === null &&
  state !== 'off' &&
  `The index has only ${counted(notes, 'note')} so far${problem === null ? '.' : `: ${problem}`}`

export const sandboxWarning = (sandbox: SandboxStatus | null): Warning =>
  sandbox?.isWatched === false &&
  sandbox.switches.automatic &&
  'The sandbox creates events only while Notehook’s window is open. To create one without it, call sandbox_trigger.'

/** Names the receivers whose waiting deliveries are not sent until someone sends them. */
export function waitingWarning(receivers: readonly Receiver[]): Warning {
  const manual = receivers.filter(
    ({ live, autoSend, status: { waiting } }) =>
      waiting.count > 0 && !waiting.isSending && !(live && autoSend),
  )
  const count = sumOf(manual.map((one) => one.status.waiting.count))
  return (
    count > 0 &&
    `Waiting for ${listedNames(manual.map(({ name }) => name))}, not sent automatically: ${counted(count, 'delivery', 'deliveries')}. Call receivers_send with \`waiting\`.`
  )
}

export const stateOf = ({ baseUrl, speed, switches }: SandboxStatus) => ({
  apiUrl: baseUrl,
  speed,
  switches,
  on: Object.entries(switches).flatMap(([name, isOn]) =>
    isOn ? [switchNames[name as keyof SandboxSwitches]] : [],
  ),
})
