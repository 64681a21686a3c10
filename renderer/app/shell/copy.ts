import { listenerStateNames } from '#shared/deliveries/listener-words.ts'
import type { ServiceConnection } from '#shared/workspaces/session-contract.ts'

export const copy = {
  agentsOff: 'Scripts and agents are off',
  agentsOffWhy: 'Your first workspace is connected. Choose what they may do in Settings → Agents & scripts.',
  navigation: { label: 'Places' },
  attention: (items: number) =>
    items === 0 ? '' : `${items.toLocaleString()} item${items === 1 ? ' needs' : 's need'} attention`,
  sidebar: {
    label: 'Sidebar',
    collapse: 'Collapse sidebar',
    expand: 'Expand sidebar',
    search: 'Search or jump to',
  },
  status: {
    label: 'Status',
    stale: 'What you see here may be out of date.',
    listener: {
      name: 'Listener',
      states: listenerStateNames,
      portBusy: 'Port in use',
      listening: 'Receives deliveries on this computer, for every workspace.',
      stopped: 'Deliveries fail until you start it. The service retries each one for up to 4 days.',
      address: 'Local address',
      copy: 'Copy the local address',
      start: 'Start receiving',
      stop: 'Stop receiving',
      rejected: (requests: number) =>
        `${requests.toLocaleString()} rejected request${requests === 1 ? '' : 's'}…`,
      port: 'Port settings',
    },
    tunnel: {
      name: 'Tunnel',
      off: 'off',
      notNeeded: 'not needed',
      address: 'Public address',
      copy: 'Copy the public address',
      none: 'No public address. The service reaches this computer through a tunnel.',
      sandbox: 'The sandbox delivers on this computer and needs no tunnel.',
      setUp: 'Set up tunnel…',
      show: 'Show tunnel types',
    },
    simulation: {
      name: 'Simulation',
      off: 'off',
      normal: 'Every delivery gets the normal response.',
      several: (endpoints: number) => `${endpoints} endpoints`,
      choose: 'Simulate responses…',
    },
    agents: {
      name: 'Agents',
      idle: 'idle',
      off: 'off',
      running: (calls: number) => (calls === 1 ? '1 call' : `${calls} calls`),
      calls: (calls: number) =>
        `${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'} since Notehook started.`,
      show: 'Show activity',
      stop: 'Stop all and turn off',
      acting: (caller: string) => `“${caller}” is acting through Notehook`,
    },
    sandbox: {
      name: 'Sandbox',
      outage: 'Outage',
      speed: (speed: number) => `${speed.toLocaleString()}×`,
      why: (speed: number) => `4 days pass in ${fourDaysAt(speed)}.`,
      text: 'A service on this computer. Its people and notes are invented. Its clock, outage and broken deliveries affect only this workspace.',
      outageOn: 'Outage is on: the sandbox delivers nothing to Notehook.',
      brokenOn: 'Broken deliveries are on.',
      open: 'Open Sandbox',
    },
    key: {
      missing: {
        label: 'No API key',
        why: 'The key of this workspace is not on this computer. Deliveries are still received.',
      },
      locked: {
        label: 'API key locked',
        why: 'The key cannot be read from the keychain. Deliveries are still received.',
      },
      rejected: {
        label: 'API key rejected',
        why: 'The service rejected the key. Deliveries are still received.',
      },
    },
  },
  frame: {
    skip: 'Skip to content',
    opening: 'Opening Notehook',
    noNotices: 'The notices cannot be shown. This is a bug in Notehook; everything else works.',
    linkNotOpened: 'The link could not be opened.',
    noPalette: 'Couldn’t load the search. Try again.',
  },
  welcome: { settings: 'Settings' },
  keychain: {
    memory: {
      label: 'Keys in memory only',
      why: 'The system keychain isn’t available. Keys and secrets stay in memory until Notehook quits.',
    },
    locked: {
      label: 'Keychain locked',
      why: 'Unlock the keychain to continue. Look for a password prompt.',
    },
    waiting: {
      label: 'Waiting for the keychain',
      why: 'The system keychain hasn’t responded. Look for a password prompt.',
    },
    none: {
      label: 'No keychain',
      why: 'The system keychain isn’t available. Secrets are lost when Notehook quits.',
    },
  },
  lost: {
    'session-ended': {
      label: 'Session ended',
      title: 'This session has ended',
      text: 'Open the address that the terminal shows, or start Notehook again. Text you typed here stays, except keys and secrets.',
    },
    'no-session': {
      label: 'No session',
      title: 'Notehook isn’t open in this tab',
      text: 'Go to the tab where it is open, or open the address in the terminal. If that address was already used, opening it makes the terminal show a new one.',
    },
    'address-used': {
      label: 'No session',
      title: 'This address was used or has expired',
      text: 'It opens Notehook once, within five minutes. The terminal shows a new one.',
    },
    unreachable: {
      label: 'Notehook not reachable',
      title: 'Notehook isn’t responding',
      text: 'It may have quit. This page keeps trying; text you typed stays.',
    },
  },
  simulated: {
    title: (response: string, endpoint: string) => `Simulating ${response} on ${endpoint}`,
    severalTitle: (endpoints: number) => `Simulating responses on ${endpoints} endpoints`,
    stop: 'Stop simulating',
    notStopped: 'The simulation was not stopped.',
  },
  service: {
    waiting: 'Rate limited',
    seconds: (seconds: number) => `${seconds} s`,
    waitingWhy: 'The service asked for a pause. Requests continue afterwards; nothing is lost.',
    since: 'Since',
    trouble: serviceTrouble(),
  },
  notFound: {
    title: 'Not found',
    empty: 'Page not found',
    text: 'The link may be from another version of Notehook.',
    action: 'Go to the Inspector',
  },
  failed: {
    title: 'This page failed',
    text: 'This is a bug in Notehook. Stored deliveries and secrets are safe.',
    retry: 'Try again',
    reload: 'Reload',
  },
  workspaces: {
    label: 'Workspaces',
    switch: (name: string) => `Workspace ${name}`,
    none: 'No workspace',
    opening: 'Opening',
    open: 'open',
    search: 'Search workspaces',
    noMatch: 'No matching workspaces',
    sandbox: 'Sandbox workspace',
    sandboxText: 'Sample notes on this computer',
    help: 'Help',
    shortcuts: 'Keyboard shortcuts',
    manage: 'Manage',
    add: 'Connect workspace…',
    manageAll: 'Manage workspaces…',
    disconnected: 'Disconnected',
    notOpened: 'Couldn’t open the workspace.',
  },
} as const

interface Trouble {
  readonly label: string
  readonly why: string
}

function serviceTrouble(): Readonly<Record<NonNullable<ServiceConnection['trouble']>['code'], Trouble>> {
  const stays = 'Indexed notes and search still work, and deliveries are still received.'
  return {
    unreachable: { label: 'Service unreachable', why: `No connection to the service. ${stays}` },
    timeout: { label: 'Service timed out', why: `The service took too long to respond. ${stays}` },
    insecure: {
      label: 'Certificate refused',
      why: `The certificate of the service is not trusted, so nothing is sent. ${stays}`,
    },
    'service-failed': { label: 'Service errors', why: `The service responds with errors. ${stays}` },
  }
}

function fourDaysAt(speed: number): string {
  const minutes = Math.round(5_760 / speed)
  return minutes < 120
    ? `${minutes} minutes`
    : minutes < 2_880
      ? `${Math.round(minutes / 60)} hours`
      : '4 days'
}
