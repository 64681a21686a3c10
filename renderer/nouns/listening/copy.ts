import type { ListenStatus, ListenStep } from '#shared/listening/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

export const button = {
  start: 'Start live session',
  options: 'Session options',
  noTunnel: 'Set up a tunnel first.',
}

export const options = {
  title: 'Session options',
  close: 'Close',
  scopes: 'Scopes',
  noScope: 'Select at least one scope.',
  unknownScope: 'Not in the specification.',
  receiver: 'Forward to',
  noReceiver: 'No receiver',
  noReceiverText: 'Deliveries stay in the Inspector.',
  noReceivers: 'Add your program under Receivers to forward deliveries to it.',
  atEnd: 'When the session ends',
  delete: 'Delete the endpoint',
  deleteHelp: 'Also when you quit. Its deliveries stay.',
  keep: 'Keep the endpoint',
  keepHelp:
    'The service keeps sending to it. While the tunnel is closed, deliveries fail; after 4 days the service disables it.',
}

export const stepNames: Readonly<Record<ListenStep, string>> = {
  listener: 'Listener',
  tunnel: 'Tunnel',
  proof: 'Verification',
  endpoint: 'Endpoint',
}

export const starting = {
  region: 'Starting live session',
  current: 'In progress:',
  done: 'Done:',
  progress: (step: ListenStep, place: number, total: number) =>
    `${stepNames[step]}, step ${place} of ${total}`,
  cancel: 'Cancel',
}

const failedAt: Readonly<Record<ListenStep, string>> = {
  listener: 'The listener could not start.',
  tunnel: 'No tunnel is connected.',
  proof: 'The public address could not be verified.',
  endpoint: 'The endpoint was not created.',
}

export const failed = {
  title: ({ step, wayOut }: Extract<ListenStatus, { state: 'failed' }>) =>
    step === 'endpoint' && wayOut === 'endpoints' ? 'Endpoint may have been created.' : failedAt[step],
  retry: 'Try again',
  retryUnproven: 'Start without verification',
  chooseTunnel: 'Set up tunnel',
  settings: 'Settings',
  attention: 'Needs attention',
  workspace: 'Check workspace',
}

/** Returns the text that replaces a tunnel failure once a tunnel is open or opening, or `null` if the failure still applies. */
export function recovery(
  step: ListenStep,
  tunnel: TunnelStatus['state'] | undefined,
): { readonly title: string; readonly sentence: string } | null {
  if (step !== 'tunnel' && step !== 'proof') return null
  switch (tunnel) {
    case 'up':
      return { title: 'Tunnel connected.', sentence: 'Start the session again.' }
    case 'starting':
    case 'proving':
      return {
        title: 'Tunnel connecting…',
        sentence: 'Start the session again once it’s connected.',
      }
    case 'unprovable':
      return step === 'tunnel'
        ? { title: 'Tunnel connected.', sentence: 'It cannot be verified from this network.' }
        : null
    default:
      return null
  }
}

export const live = {
  region: 'Live session',
  live: 'Live',
  unproven: 'Live, not verified',
  degraded: 'Live, unstable',
  addressChanged: 'Unreachable: the address changed',
  tunnelDown: 'Unreachable: the tunnel is down',
  disabled: 'Not receiving: the endpoint is disabled',
  /** Shown while the host is not connected, because the session's state is then unknown. */
  unknown: 'Not reachable',
  since: 'since',
  to: 'to',
  others: (count: number) => `+${count}`,
  receiverIs: (name: string, state: string) => `${name}, ${state.toLowerCase()}`,
  replacement: 'and its replacement',
  temporary: 'The endpoint is deleted when the session ends or you quit.',
  kept: 'The endpoint stays when the session ends.',
  // This label is short, so that it fits next to the rejected requests in a short window.
  keep: 'Keep endpoint',
  enable: 'Enable endpoint',
  stop: 'End session',
}

export const ended = {
  title: 'Live session ended:',
  again: 'Start again',
  deleted: 'its endpoint was deleted.',
  tunnelCloses: 'Its tunnel closes when you dismiss this.',
}

export const failures = {
  start: 'The live session did not start.',
  receiver: 'The receiver of the session is not live.',
  stop: 'The live session did not end.',
  keep: 'The endpoint is still temporary.',
  resolve: 'The endpoint was not changed.',
}
