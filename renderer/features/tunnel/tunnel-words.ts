import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import type { Tone } from '#ui/feedback/status-pill.tsx'

/** The state in a word: what begins and has something in its way does not begin, it waits. */
export function wordsOf({ state, problem }: TunnelStatus): { readonly tone: Tone; readonly words: string } {
  return state === 'starting' && problem ? { tone: 'warn', words: 'Waiting' } : stateWords[state]
}

const stateWords: Readonly<Record<TunnelStatus['state'], { readonly tone: Tone; readonly words: string }>> = {
  off: { tone: 'neutral', words: 'Off' },
  starting: { tone: 'info', words: 'Starting' },
  proving: { tone: 'info', words: 'Being proven' },
  up: { tone: 'ok', words: 'Up' },
  degraded: { tone: 'warn', words: 'In doubt' },
  down: { tone: 'danger', words: 'Down' },
  unprovable: { tone: 'warn', words: 'Not provable from here' },
}

export const readinessWords: Readonly<
  Record<TunnelReadiness['state'], { readonly tone: Tone; readonly words: string }>
> = {
  ready: { tone: 'ok', words: 'Ready' },
  'needs-binary': { tone: 'neutral', words: 'Needs a program' },
  'needs-token': { tone: 'neutral', words: 'Needs a token' },
  'not-running': { tone: 'neutral', words: 'Not running' },
  unusable: { tone: 'warn', words: 'Not usable here' },
}

export const wayNames: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'Own address',
  ngrok: 'ngrok',
  cloudflared: 'cloudflared',
  ssh: 'SSH server',
  'ngrok-agent': 'Running ngrok agent',
}

/** What each way is good for, and what it costs. */
export const wayDescriptions: Readonly<Record<TunnelKind, string>> = {
  'own-url': 'A reverse proxy or domain of yours that leads to the listener. Nothing is started here.',
  ngrok: 'Opened inside this app with the authtoken of your account. A reserved domain keeps its address.',
  cloudflared:
    'The cloudflared on this machine. A quick tunnel needs no account and has a new address each time; a named one keeps its own.',
  ssh: 'A port of a server of yours, with https of yours in front of it; or a public tunnel host that gives an address.',
  'ngrok-agent': 'An agent that you have started yourself, found by its local API.',
}
