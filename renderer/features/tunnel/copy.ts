import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import type { Tone } from '#ui/feedback/status-pill.tsx'

export const page = {
  title: 'Tunnel',
  subtitle:
    'The service delivers to public https addresses only. A tunnel forwards one to the listener on this computer.',
  loading: 'Reading the tunnel',
  sandboxTitle: 'The sandbox workspace has its own address.',
  sandbox:
    'Its deliveries never leave this computer, so it needs no tunnel. To open one, switch to a workspace of yours.',
}

interface StateLabel {
  readonly tone: Tone
  readonly label: string
}

const stateLabels: Readonly<Record<TunnelStatus['state'], StateLabel>> = {
  off: { tone: 'neutral', label: 'Off' },
  starting: { tone: 'info', label: 'Starting' },
  proving: { tone: 'info', label: 'Being proven' },
  up: { tone: 'ok', label: 'Up' },
  degraded: { tone: 'warn', label: 'In doubt' },
  down: { tone: 'danger', label: 'Down' },
  unprovable: { tone: 'warn', label: 'Not provable from here' },
}

/** A tunnel that cannot start because of a problem is waiting, not starting. */
export function stateLabel({ state, problem }: TunnelStatus): StateLabel {
  return state === 'starting' && problem ? { tone: 'warn', label: 'Waiting' } : stateLabels[state]
}

export const status = {
  region: 'Current tunnel',
  since: 'since',
  check: 'Check now',
  retry: 'Try now',
  stop: 'Stop',
  noAddress: 'There is no address yet.',
  copyAddress: 'Copy the public address',
  reopening: 'It is being opened again.',
  reopensIn: (seconds: number) => `It is opened again in ${seconds} s.`,
  notProven: 'Not proven yet: a probe is sent out through the address and must come back to this listener.',
  lastProven: 'Last proven',
  log: 'Recent output',
}

export const latency = {
  chart: (count: number, lowest: number, highest: number) =>
    `The last ${count} round trips, ${lowest} to ${highest} ms`,
  only: 'there and back',
  last: 'last,',
  usual: 'usually',
}

export const providerNames: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'Own address',
  ngrok: 'ngrok',
  cloudflared: 'cloudflared',
  ssh: 'SSH server',
  'ngrok-agent': 'Running ngrok agent',
}

/** What each provider is good for, and what it requires. */
export const providerDescriptions: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'Your own reverse proxy or domain that forwards to the listener. Nothing is started here.',
  ngrok: 'Opened inside this app with the authtoken of your account. A reserved domain keeps its address.',
  cloudflared:
    'The cloudflared on this computer. A quick tunnel needs no account and has a new address each time; a named one keeps its own.',
  ssh: 'A port on your own server, with your https in front of it; or a public tunnel host that assigns an address.',
  'ngrok-agent': 'An agent that you started yourself, found through its local API.',
}

export const readinessLabels: Readonly<Record<TunnelReadiness['state'], StateLabel>> = {
  ready: { tone: 'ok', label: 'Ready' },
  'needs-binary': { tone: 'neutral', label: 'Needs a program' },
  'needs-token': { tone: 'neutral', label: 'Needs a token' },
  'not-running': { tone: 'neutral', label: 'Not running' },
  unusable: { tone: 'warn', label: 'Not usable here' },
}

export const chooser = {
  region: 'Tunnel providers',
  choose: (isOff: boolean) => (isOff ? 'Choose a provider' : 'Another provider'),
  submit: (isOff: boolean) => (isOff ? 'Open the tunnel' : 'Open this tunnel instead'),
  run: 'Run in a terminal',
  copyCommand: 'Copy the command',
  get: 'Get it at',
}

export const ownUrl = {
  address: 'Public address',
  addressHelp: 'The https address whose requests your proxy forwards to the listener.',
  addressExample: 'https://hooks.example.com',
}

export const ngrokAgent = {
  help: 'The agent’s https tunnel to the listener’s port is used. If it ends, Notehook looks for a new one.',
}

export const cloudflared = {
  isNamed: 'Use a named tunnel that I created',
  name: 'Name or id of the tunnel',
  address: 'Public address of the tunnel',
  binary: 'Path to cloudflared (optional)',
  binaryHelp: 'Empty: the one found on this computer.',
}

export const ngrok = {
  domain: 'Reserved domain (optional)',
  domainHelp: 'Empty: the domain of your account.',
  domainExample: 'name.ngrok-free.app',
  token: (hasToken: boolean) => (hasToken ? 'New authtoken' : 'Authtoken'),
  tokenHelp: (hasToken: boolean) =>
    hasToken ? 'An authtoken is stored in your keychain.' : 'It is stored in your keychain.',
  tokenMissing: 'Paste the authtoken.',
  save: 'Save authtoken',
  delete: 'Delete authtoken',
  saved: 'The authtoken was saved to the keychain.',
  deleted: 'The authtoken was deleted.',
  notChanged: 'The authtoken was not changed.',
}

export const ssh = {
  host: 'Server',
  hostExample: 'tunnel.example.com',
  port: 'SSH port',
  user: 'User (optional)',
  identityFile: 'Private key (optional)',
  identityFileExample: '~/.ssh/id_ed25519, in full',
  identityFileHelp: 'One without a passphrase, or loaded in a running agent.',
  assignsAddress: 'The server is a public tunnel host that assigns an address',
  remotePort: 'Port on the server',
  remotePortHelp: (assignsAddress: boolean) =>
    assignsAddress
      ? 'See the host’s instructions; often 80 or 0.'
      : 'The port that your https proxy on the server forwards to.',
  address: 'Public address',
  addressHelp: 'The https address in front of that port.',
}

export const hostKeys = {
  fetch: 'Check host key',
  fetchAgain: 'Check host key again',
  states: { trusted: 'Trusted', unknown: 'Not trusted yet', changed: 'Key has changed' },
  changedTitle: 'This is not the key that you trusted.',
  changed:
    'The server may have been reinstalled, or another machine may be intercepting the connection. Trust the new key only after you have compared it with what the server’s owner says.',
  copyFingerprint: 'Copy the fingerprint',
  trust: 'Trust this key',
}
