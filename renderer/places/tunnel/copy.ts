import type { TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import type { StateLabel } from '../../nouns/tunnel/copy.ts'

export const page = {
  title: 'Tunnel',
  subtitle: 'Gives the listener on this computer a public https address.',
  loading: 'Loading tunnel',
  sandboxTitle: 'The sandbox needs no tunnel',
  sandbox: 'Connect a workspace to set one up.',
  connect: 'Connect workspace…',
}

export const status = {
  region: 'Current tunnel',
  since: 'since',
  check: 'Check now',
  retry: 'Reconnect now',
  stop: 'Stop tunnel',
  noAddress: 'No address yet',
  copyAddress: 'Copy public address',
  reopening: 'Reconnecting…',
  reopensIn: (seconds: number) => `Reconnecting in ${seconds} s.`,
  notProven: 'Not verified yet. Notehook sends a probe through the address to this listener.',
  lastProven: 'Last verified',
  log: 'Recent output',
}

export const latency = {
  chart: (count: number, lowest: number, highest: number) =>
    `Last ${count} round trips: ${lowest} to ${highest} ms`,
  only: 'round trip',
  last: 'last,',
  usual: 'median',
}

export const providerNames: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'Custom domain',
  ngrok: 'ngrok',
  cloudflared: 'cloudflared',
  ssh: 'SSH server',
  'ngrok-agent': 'Running ngrok agent',
}

/** The purpose of each provider, and its requirements. */
export const providerDescriptions: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'Your reverse proxy or domain that forwards to the listener.',
  ngrok: 'Built in; needs your ngrok authtoken. A reserved domain keeps the address.',
  cloudflared:
    'Uses cloudflared on this computer. Quick tunnels need no account; named tunnels keep their address.',
  ssh: 'A port on your server behind https, or a public tunnel host.',
  'ngrok-agent': 'An ngrok agent you started yourself.',
}

export const readinessLabels: Readonly<Record<TunnelReadiness['state'], StateLabel>> = {
  ready: { tone: 'ok', label: 'Ready' },
  'needs-binary': { tone: 'neutral', label: 'Not installed' },
  'needs-token': { tone: 'neutral', label: 'Needs authtoken' },
  'not-running': { tone: 'neutral', label: 'Not running' },
  unusable: { tone: 'warn', label: 'Not available' },
}

export const chooser = {
  region: 'Tunnel types',
  choose: (isOff: boolean) => (isOff ? 'Tunnel type' : 'Change tunnel type'),
  submit: (isOff: boolean) => (isOff ? 'Start tunnel' : 'Switch tunnel'),
  run: 'Run in a terminal',
  copyCommand: 'Copy command',
  get: 'Get it at',
}

/** The local address that the user's own tunnel must forward to. */
export const forwardTo = {
  label: 'Forward to',
  copy: 'Copy the local address',
  notListening: 'The listener is not running.',
}

export const ownUrl = {
  address: 'Public address',
  addressHelp: 'The https address your proxy forwards to the listener.',
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
      return 'No system keychain: kept in memory until Notehook quits.'
    default:
      return hasToken ? 'Saved in your keychain.' : 'Stored in your keychain.'
  }
}

export const cloudflared = {
  isNamed: 'Use a named tunnel',
  name: 'Tunnel name or ID',
  address: 'Public address',
  binary: 'Path to cloudflared (optional)',
  binaryHelp: 'Default: found automatically.',
}

export const ngrok = {
  domain: 'Reserved domain (optional)',
  domainHelp: 'Default: your account’s domain.',
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
  identityFileHelp: 'Full path. Without a passphrase, or loaded in an agent.',
  assignsAddress: 'Public tunnel host that assigns an address',
  remotePort: 'Port on the server',
  remotePortHelp: (assignsAddress: boolean) =>
    assignsAddress ? 'See the host’s instructions; often 80 or 0.' : 'The port your https proxy forwards to.',
  address: 'Public address',
  addressHelp: 'The https address in front of that port.',
}

export const hostKeys = {
  fetch: 'Check host key',
  fetchAgain: 'Check host key again',
  states: { trusted: 'Trusted', unknown: 'Not trusted yet', changed: 'Key has changed' },
  changedTitle: 'The host key has changed.',
  changed:
    'The server may have been reinstalled, or the connection may be intercepted. Compare the key with its owner’s before you trust it.',
  copyFingerprint: 'Copy fingerprint',
  trust: 'Trust key',
}
