import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { MissedGap, MissedReason } from '#shared/missed/model.ts'
import { spansIn } from '#shared/missed/spans.ts'
import { duration, shortTime } from '#ui/text/time-words.ts'
import { countNotes } from '../../nouns/missed/copy.ts'
import { endpointsGone } from '../../nouns/receivers/copy.ts'
import type { TunnelOutage } from '../../nouns/tunnel/outage.ts'

export const page = {
  title: 'Needs attention',
  loading: 'Loading',
  muted: 'Muted',
  check: 'Check now',
  emptyTitle: 'Nothing needs attention',
  checked: (endpoints: number, receivers: number, time: string | null) =>
    `${count(endpoints, 'endpoint')} and ${count(receivers, 'receiver')} checked.${time === null ? '' : ` Missed events were compared at ${time}.`}`,
  reading: 'Comparing the notes that changed with the events that arrived.',
  missedUnknown: 'Missed events are unknown.',
  failedSends: ({ count, isMore }: { readonly count: number; readonly isMore: boolean }) =>
    `${count.toLocaleString()}${isMore ? '+' : ''} ${count === 1 && !isMore ? 'delivery' : 'deliveries'} failed at a receiver`,
  failedText: 'Fix your program, then replay them. Nothing else needs attention.',
  resolved: (days: number) => `Resolved in the last ${days} days`,
  caughtUp: (notes: number, outages: number) =>
    `missed events for ${countNotes(notes)}${outages > 1 ? ` in ${count(outages, 'outage')}` : ''}. Caught up.`,
  item: 'Item',
  affected: 'Affected',
  since: 'Since',
}

/** Groups of rows by consequence, in order. */
export const groups = {
  missing: 'Missing events',
  risk: 'At risk',
  other: 'Other workspaces',
  muted: 'Muted',
}

export const keyHints = [
  ['J', ''],
  ['K', 'Next, previous'],
  ['Enter', 'Main action'],
  ['O', 'Open subject'],
  ['M', 'Mute'],
] as const

export const emptyHints = [['T', 'Check now']] as const

export const actions = {
  next: 'Next',
  previous: 'Previous',
  enable: 'Enable',
  endOutage: 'Turn off outage',
  catchUp: 'Catch up…',
  export: 'Export CSV…',
  mute: 'Mute',
  unmute: 'Unmute',
  seeWhy: 'See why',
  showDeliveries: 'Show deliveries',
  showEndpoint: 'Show endpoint',
  showEndpoints: 'Show endpoints',
  showMissed: 'Show missed events',
  showReceiver: 'Show receiver',
  showTunnel: 'Show tunnel',
  showWorkspaces: 'Show workspaces',
  openWorkspace: 'Open workspace',
  test: 'Test now',
  stopForwarding: 'Stop forwarding',
  chooseEndpoints: 'Choose endpoints…',
  startReceiving: 'Start receiving',
  receivingSettings: 'Show settings',
  setUpTunnel: 'Set up tunnel',
  update: 'Update address…',
  sendRest: 'Send the rest',
  dismiss: 'Dismiss',
  delete: 'Delete endpoint',
  keep: 'Keep endpoint',
}

const count = (number: number, noun: string) => `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`

export const affected = {
  missed: (notes: number) => `${notes.toLocaleString()} missed`,
  sends: 'Failed deliveries',
  failed: (deliveries: number) => `${deliveries.toLocaleString()} failed`,
  requests: (requests: number) => count(requests, 'request'),
  waiting: (deliveries: number) => `${deliveries.toLocaleString()} waiting`,
  endpoints: (endpoints: number) => count(endpoints, 'endpoint'),
}

export const rows = {
  receiver: 'A receiver',
  disabled: (byService: boolean, isSandbox = false, isSandboxOut = false) => ({
    what: byService
      ? `was disabled after failing for ${spansIn(isSandbox).fourDays}`
      : 'was disabled outside Notehook',
    why: `Events aren’t being delivered and won’t be resent.${isSandboxOut ? ' Turn off the sandbox’s outage, then enable it.' : ''}`,
  }),
  missed: (notes: number, outages: readonly MissedGap[], isChecking: boolean) => ({
    what: `missed events for ${countNotes(notes)}`,
    why: `${outageOf(outages)} ${isChecking ? 'Checking for more…' : 'Those events won’t be resent.'}`,
  }),
  cutOff: ({ seen, events }: Replacement['cutsOff']) => ({
    what: 'lost its retries when it was replaced',
    why: seen
      ? `${events === 1 ? '1 failed delivery' : `${events.toLocaleString()} failed deliveries`} won’t be retried.`
      : 'Failed deliveries won’t be retried (number unknown).',
  }),
  failing: (
    {
      kind,
      sandboxTime,
      forMs,
    }: {
      readonly kind: 'failing-day' | 'failing-three-days'
      readonly sandboxTime: boolean
      readonly forMs: number
    },
    disablesAt: string | null,
  ) => {
    const { day, threeDays, fourDays } = spansIn(sandboxTime)
    const passed = kind === 'failing-day' ? day : threeDays
    const end = sandboxTime || disablesAt === null ? `after ${fourDays}` : `on ${timeOf(disablesAt)}`
    return {
      what: `has failed for ${sandboxTime || Number.isNaN(forMs) ? passed : duration(forMs)}`,
      why: `Disabled ${end} unless a delivery succeeds.`,
    }
  },
  mismatches: {
    what: 'got several signatures in a row that didn’t match',
    why: 'Check its signing secret.',
  },
  locked: (sandboxTime: boolean) => ({
    what: 'responds 503 because the keychain is locked',
    why: `Unlock the keychain. The service retries for ${spansIn(sandboxTime).fourDays}.`,
  }),
  down: (problem: string | null, forwards: boolean) => ({
    what: 'is down',
    why: `${problem === null ? '' : `${problem} `}${forwards ? 'New deliveries are kept for it.' : 'Forwarding is off.'}`,
  }),
  blocked: (why: string) => ({ what: 'has deliveries that can’t be sent', why }),
  waiting: { what: 'has waiting deliveries', why: 'They wait until you send or drop them.' },
  receiverFailing: (requests: number, lastResult: string | null) => ({
    what: 'is failing',
    why: `The last ${requests.toLocaleString()} requests failed${lastResult === null ? '' : ` (last result: ${lastResult})`}. Fix it, then replay the failed deliveries.`,
  }),
  newSecret: {
    what: 'may still use an old signing secret',
    why: 'The signing secret of its endpoint has changed. Copy the new one to your program.',
  },
  nothingForwarded: { what: 'forwards nothing', why: endpointsGone },
  listenerOff: (endpoints: readonly Pick<Endpoint, 'enabled'>[], names: readonly string[]) => ({
    subject: 'Not receiving.',
    what: cannotDeliver(endpoints.length),
    why: `${listOf(names)}. ${
      endpoints.some(({ enabled }) => enabled)
        ? retries
        : 'Start receiving before you enable an endpoint, or its deliveries fail again.'
    }`,
  }),
  tunnelOutage: (
    outage: TunnelOutage,
    endpoints: readonly Pick<Endpoint, 'enabled'>[],
    names: readonly string[],
  ) => ({
    subject: `The tunnel is ${outage}.`,
    what: cannotDeliver(endpoints.length),
    why: `${listOf(names)}. ${
      endpoints.some(({ enabled }) => enabled)
        ? retries
        : 'Fix it before you enable an endpoint, or its deliveries fail again.'
    }`,
  }),
  staleAddresses: (names: readonly string[]) => ({
    subject: names.length === 1 ? listOf(names) : count(names.length, 'endpoint'),
    what: names.length === 1 ? 'uses the old address' : 'use the old address',
    why: `${names.length === 1 ? '' : `${listOf(names)}. `}The public address changed, so deliveries fail.`,
  }),
  interrupted: (done: number, of: number) => ({
    what: `got ${done.toLocaleString()} of ${of.toLocaleString()} replayed deliveries`,
    why: 'The replay was interrupted.',
  }),
  left: (url: string) => ({
    subject: 'A temporary endpoint',
    what: 'was left behind',
    why: `${url}. Its live session ended without deleting it, so the service still delivers to it.`,
  }),
  otherWorkspace: (endpoints: number) => ({
    what: `has ${endpoints.toLocaleString()} disabled ${endpoints === 1 ? 'endpoint' : 'endpoints'}`,
    why: 'Open it to see which events were missed.',
  }),
  muted: { what: 'is muted', why: 'Its problems aren’t listed and cause no notifications.' },
}

const retries = 'The service retries each delivery for up to 4 days.'

const cannotDeliver = (endpoints: number) => `${count(endpoints, 'endpoint')} can’t deliver`

const listOf = (names: readonly string[]) => {
  const shown = [...new Set(names)]
  const more = shown.length - 3
  return more > 0 ? `${shown.slice(0, 3).join(', ')} and ${more.toLocaleString()} more` : shown.join(', ')
}

const causes: Readonly<Record<Exclude<MissedReason, 'unknown'>, string>> = {
  disabled: 'Disabled',
  failing: 'Deliveries failed',
  'tunnel-down': 'Tunnel down',
  'not-running': 'Not receiving',
}

/** Describes the first outage and counts the others. */
function outageOf([first, ...others]: readonly MissedGap[]): string {
  if (!first || first.reason === 'unknown' || first.from === null)
    return 'The notes changed, but no event arrived.'
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'more outage')}`
  const from = timeOf(first.from)
  const to = first.to === null ? null : timeOf(first.to)
  const time = to === null ? `since ${from}` : to === from ? `at ${from}` : `from ${from} to ${to}`
  return `${causes[first.reason]} ${time}${more}.`
}

const timeOf = (iso: string) => shortTime(Date.parse(iso), Date.now())

export const repoint = {
  title: 'Update addresses',
  text: 'Endpoints keep their path and signing secret, and pending retries go to the new address. If the service rejects an update, Notehook creates a replacement and you delete the old endpoint when ready.',
  stop: 'Stop after this endpoint',
  done: 'Done',
  cancel: 'Cancel',
  update: (count: number) => `Update ${count.toLocaleString()} endpoint${count === 1 ? '' : 's'}`,
  elsewhere: (workspace: string) => `In ${workspace || 'another workspace'}. Open it to update.`,
  updating: 'Updating',
  updated: 'Updated',
  replacing: 'Replacement created',
  showOld: 'Show old endpoint',
  failed: 'Not updated',
}
