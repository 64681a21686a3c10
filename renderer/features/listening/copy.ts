import type { ListenStatus, ListenStep } from '#shared/listening/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

export const button = {
  listen: 'Listen',
  options: 'What to listen for',
}

export const options = {
  title: 'What to listen for',
  close: 'Close',
  scopes: 'Scopes',
  noScope: 'Choose at least one scope.',
  unknownScope: 'Not in the specification.',
  events: 'Events',
  eventsHelp: 'If you select none, all events are sent.',
  atEnd: 'When you stop listening',
  delete: 'Delete the endpoint',
  deleteHelp: 'Also when you quit. The deliveries it received are kept.',
  keep: 'Keep the endpoint',
  keepHelp:
    'The service keeps sending to it. While the tunnel is closed, deliveries fail, and after four days the service disables it.',
}

/** What listening requires, in the order in which it is set up. */
export const stepNames: Readonly<Record<ListenStep, string>> = {
  listener: 'Listener',
  tunnel: 'Tunnel',
  proof: 'Proof',
  endpoint: 'Endpoint',
}

export const starting = {
  region: 'Starting to listen',
  current: 'In progress:',
  done: 'Done:',
  progress: (step: ListenStep, place: number, total: number) =>
    `${stepNames[step]}, step ${place} of ${total}`,
  cancel: 'Cancel',
}

const failedAt: Readonly<Record<ListenStep, string>> = {
  listener: 'The listener could not start.',
  tunnel: 'There is no tunnel.',
  proof: 'The address could not be proven.',
  endpoint: 'No endpoint was created.',
}

export const failed = {
  /** If an endpoint may exist despite the failure, the title claims nothing else. */
  title: ({ step, wayOut }: Extract<ListenStatus, { state: 'failed' }>) =>
    step === 'endpoint' && wayOut === 'endpoints' ? 'An endpoint may have been created.' : failedAt[step],
  retry: 'Try again',
  retryUnproven: 'Listen without proof',
  listen: 'Listen',
  chooseTunnel: 'Choose a tunnel',
  settings: 'Settings',
  attention: 'Needs attention',
  workspace: 'Check the workspace',
}

/** Replaces a failure for lack of a tunnel once a tunnel is open or being opened; `null` if the failure still applies. */
export function recovery(
  step: ListenStep,
  tunnel: TunnelStatus['state'] | undefined,
): { readonly title: string; readonly sentence: string } | null {
  if (step !== 'tunnel' && step !== 'proof') return null
  switch (tunnel) {
    case 'up':
      return { title: 'The tunnel is up now.', sentence: 'It was not up when you started to listen.' }
    case 'starting':
    case 'proving':
      return {
        title: 'A tunnel is being opened.',
        sentence: 'If you listen now, it starts as soon as the tunnel is proven.',
      }
    case 'unprovable':
      return step === 'tunnel'
        ? { title: 'There is a tunnel now.', sentence: 'Its address cannot be proven from this network.' }
        : null
    default:
      return null
  }
}

export const live = {
  region: 'Listening',
  live: 'Live',
  unproven: 'Live, not proven',
  degraded: 'Live, in doubt',
  addressChanged: 'Not reachable: the address changed',
  tunnelDown: 'Not reachable: the tunnel is not up',
  since: 'since',
  replacement: 'and its replacement',
  temporary: 'Temporary: deleted when you stop or quit.',
  kept: 'Kept: it stays when you stop.',
  // Short, so that a low window shows it beside the rejected requests.
  keep: 'Keep it',
  stop: 'Stop listening',
}

export const ended = {
  title: 'Listening has ended.',
  again: 'Listen again',
  endpoint: 'Its endpoint',
  deleted: 'was deleted, here or in the service.',
  tunnelCloses: 'Its tunnel is closed when you dismiss this message.',
}

/** Titles of the messages shown when a change fails. */
export const failures = {
  start: 'Listening was not started.',
  stop: 'Listening was not stopped.',
  keep: 'The endpoint is still temporary.',
  resolve: 'The endpoint was not changed.',
}
