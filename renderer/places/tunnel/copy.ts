import type { TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'

export const page = {
  title: 'Tunnel',
  subtitle: 'A public https address for the listener',
  loading: 'Loading tunnel',
  help: 'Compare tunnels',
  sandboxTitle: 'The sandbox needs no tunnel',
  sandbox: 'Its deliveries stay on this computer. Connect a workspace to start one of these.',
  connect: 'Connect workspace…',
}

export const list = {
  region: 'Tunnel types',
  groups: { inUse: 'In use', ready: 'Ready on this computer', needsSetup: 'Needs setup' },
  recommended: 'Recommended',
  needs: { 'own-url': 'Needs address', ssh: 'Needs server' },
  keys: [
    ['J', ''],
    ['K', 'Next, previous'],
  ] as const,
}

export const providerNames: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'Custom domain',
  ngrok: 'ngrok',
  cloudflared: 'cloudflared',
  ssh: 'SSH server',
  'ngrok-agent': 'Running ngrok agent',
}

export const providerDescriptions: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'Your proxy forwards to the listener.',
  ngrok: 'Built in. Keeps a reserved domain.',
  cloudflared: 'No account. New address at every start.',
  ssh: 'A port on your server, or a tunnel host.',
  'ngrok-agent': 'An agent that you started.',
}

export const readinessLabels: Readonly<Record<TunnelReadiness['state'], string>> = {
  ready: 'Ready',
  'needs-binary': 'Not installed',
  'needs-token': 'Needs authtoken',
  'not-running': 'Not running',
  unusable: 'Not available',
}

export const detail = {
  start: 'Start tunnel',
  switch: 'Switch tunnel',
  restart: 'Restart with changes',
  cancel: 'Cancel',
  stop: 'Stop tunnel',
  check: 'Test again',
  retry: 'Retry now',
  settings: 'Options',
  run: 'Run in a terminal',
  copyCommand: 'Copy command',
  get: 'Get it at',
}

export const status = {
  region: 'Current tunnel',
  since: 'since',
  ms: (ms: number) => `${Math.round(ms).toLocaleString()} ms`,
  endpoints: (count: number) =>
    count === 0
      ? 'No endpoint uses this address yet.'
      : `${count.toLocaleString()} ${count === 1 ? 'endpoint uses' : 'endpoints use'} this address.`,
  reopening: 'Retrying…',
  reopensIn: (seconds: number) => `Retrying in ${seconds} s`,
  working: 'In progress',
  address: 'Address',
  temporary: 'temporary',
  copyAddress: 'Copy public address',
  log: 'Recent output',
}

export const steps = {
  listener: 'Listener',
  notListening: 'Not running',
  connection: 'Connection',
  check: 'Checking the address',
  checking: 'Waiting for a signed test request',
}

export const latency = (count: number, lowest: number, highest: number) =>
  `Last ${count} round trips: ${lowest} to ${highest} ms`

/** Local address that the user's own tunnel must forward to. */
export const forwardTo = {
  label: 'Forward to',
  copy: 'Copy the local address',
  notListening: 'The listener isn’t running.',
}

export const ownUrl = {
  address: 'Public address',
  addressHelp: 'The https address that your proxy forwards to the listener.',
  addressExample: 'https://hooks.example.com',
}

export const ngrokAgent = {
  help: 'Uses the agent’s https tunnel to the listener’s port.',
}

function tokenHelp(keychain: KeychainState, hasToken: boolean): string {
  switch (keychain) {
    case 'none':
      return 'The system keychain isn’t available.'
    case 'memory':
      return 'No system keychain. Kept in memory until Notehook quits.'
    default:
      return hasToken ? 'Saved in your keychain.' : 'Stored in your keychain.'
  }
}

export const cloudflared = {
  kind: 'Tunnel',
  quick: 'Quick',
  named: 'Named',
  kindText: 'A named tunnel keeps its address.',
  name: 'Tunnel name or ID',
  address: 'Public address',
  binary: 'Path to cloudflared (optional)',
  binaryHelp: 'Found automatically if empty.',
}

export const ngrok = {
  domain: 'Reserved domain (optional)',
  domainHelp: 'Your account’s domain if empty.',
  domainExample: 'name.ngrok-free.app',
  token: (hasToken: boolean) => (hasToken ? 'New authtoken' : 'Authtoken'),
  tokenHelp,
  tokenMissing: 'Paste the authtoken.',
  save: 'Save authtoken',
  delete: 'Delete authtoken',
  saved: 'Authtoken saved.',
  deleted: 'Authtoken deleted.',
  notChanged: 'Couldn’t update the authtoken.',
}

export const ssh = {
  host: 'Server',
  hostExample: 'tunnel.example.com',
  port: 'SSH port',
  user: 'User (optional)',
  identityFile: 'Private key (optional)',
  identityFileExample: '/home/mara/.ssh/id_ed25519',
  identityFileHelp: 'Full path. No passphrase, unless an agent has the key.',
  assignsAddress: 'Public tunnel host that assigns an address',
  remotePort: 'Port on the server',
  remotePortHelp: (assignsAddress: boolean) =>
    assignsAddress
      ? 'As the host’s instructions say, often 80 or 0.'
      : 'The port that your https proxy forwards to.',
  address: 'Public address',
  addressHelp: 'The https address in front of that port.',
}

export const hostKeys = {
  fetch: 'Check host key',
  fetchAgain: 'Check host key again',
  states: { trusted: 'Trusted', unknown: 'Not trusted yet', changed: 'Key has changed' },
  changedTitle: 'The host key has changed.',
  changed:
    'The server may have been reinstalled, or someone may be intercepting the connection. Compare the key with the owner’s before you trust it.',
  copyFingerprint: 'Copy fingerprint',
  trust: 'Trust key',
}
