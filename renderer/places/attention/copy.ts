import type { DisabledState, Endpoint } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { WarningKind } from '#shared/missed/model.ts'
import { spansIn } from '#shared/missed/spans.ts'
import type { Words } from '../../nouns/attention/copy.ts'
import type { TunnelOutage } from '../../nouns/tunnel/outage.ts'

/** Texts of the page that lists everything that needs a decision. */

export const page = {
  title: 'Needs attention',
  count: (count: number) => `${count.toLocaleString()} item${count === 1 ? '' : 's'}`,
  loading: 'Loading',
  emptyTitle: 'Nothing needs attention',
  empty: 'Disabled endpoints, missed events, old addresses and unfinished work appear here.',
}

export const left: Words = {
  title: 'A temporary endpoint was left behind.',
  text: 'Its live session ended without deleting it. The service still sends deliveries to it.',
}

export function listenerOff(endpoints: readonly Pick<Endpoint, 'enabled'>[]): Words {
  return {
    title: `Not receiving. ${leadHere(endpoints.length)}`,
    text: endpoints.some(({ enabled }) => enabled)
      ? 'The service retries each delivery for up to four days.'
      : 'Start receiving before you enable an endpoint, or its deliveries fail again.',
  }
}

export function tunnelOutage(outage: TunnelOutage, endpoints: readonly Pick<Endpoint, 'enabled'>[]): Words {
  return {
    title: `The tunnel is ${outage}. ${leadHere(endpoints.length)}`,
    text: endpoints.some(({ enabled }) => enabled)
      ? 'The service retries each delivery for up to four days.'
      : 'Fix it before you enable an endpoint, or its deliveries fail again.',
  }
}

const leadHere = (count: number) =>
  count === 1 ? '1 endpoint leads here.' : `${count.toLocaleString()} endpoints lead here.`

export const interrupted = (done: number, of: number): Words => ({
  title: 'A replay was interrupted.',
  text: `${done.toLocaleString()} of ${of.toLocaleString()} deliveries were sent. Its receiver has the way to send the rest.`,
})

export function staleAddresses(count: number): Words {
  return {
    title:
      count === 1
        ? '1 endpoint uses the old address.'
        : `${count.toLocaleString()} endpoints use the old address.`,
    text: 'The public address changed, so their deliveries fail.',
  }
}

export function disabled(by: DisabledState['by'] | undefined): Words {
  return {
    title:
      by === 'service'
        ? 'The service disabled an endpoint after four days of failures.'
        : 'An endpoint was disabled outside Notehook.',
    text: 'Events are missed until you enable it. The service doesn’t resend them.',
  }
}

export function cutOff({ seen, events }: Replacement['cutsOff']): Words {
  const deliveries = !seen
    ? 'Failed deliveries'
    : events === 1
      ? '1 failed delivery'
      : `${events.toLocaleString()} failed deliveries`
  return {
    title: 'Replacing an endpoint ended its retries.',
    text: `${deliveries} won’t be retried${seen ? '' : ' (number unknown)'}.`,
  }
}

export function behind(notes: number, endpoints: number): Words {
  const of = endpoints === 1 ? 'an endpoint' : `${endpoints.toLocaleString()} endpoints`
  return {
    title: `${notes.toLocaleString()} ${notes === 1 ? 'note is' : 'notes are'} behind at ${of}.`,
    text: 'No event of the change arrived, and the service doesn’t resend it. Deliveries that fail are retried for four days; a computer that sleeps longer misses them.',
  }
}

export const warnings = (isSandboxTime: boolean): Readonly<Record<Exclude<WarningKind, 'behind'>, Words>> => {
  const { day, threeDays, fourDays } = spansIn(isSandboxTime)
  return {
    'failing-day': {
      title: `Deliveries have failed for ${day}.`,
      text: `The service disables an endpoint after ${fourDays} without a success.`,
    },
    'failing-three-days': {
      title: `Deliveries have failed for ${threeDays}.`,
      text: `Unless a delivery succeeds, the service disables the endpoint after ${fourDays}.`,
    },
    'receiver-waiting': {
      title: 'Deliveries waiting',
      text: 'They wait for the receiver until you send or drop them.',
    },
    mismatches: {
      title: 'Several signatures in a row didn’t match.',
      text: 'Check the signing secret of the endpoint.',
    },
    locked: {
      title: 'Deliveries are answered 503 because the keychain is locked.',
      text: `Unlock it. The service retries for ${fourDays}.`,
    },
  }
}

export const blockedTitle = 'Waiting deliveries can’t be sent.'
export const someBlocked = (why: string) => `Some can’t be sent: ${why}`

export const nothingForwarded: Words = {
  title: 'Nothing is forwarded.',
  text: 'The endpoints that the receiver forwards don’t exist anymore.',
}

/** Dialog that points endpoints to the current address. */
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
