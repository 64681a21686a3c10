import type { ListenStatus, ListenStep } from '#shared/listening/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { Tone } from '#ui/feedback/status-pill.tsx'

/** What has to stand, in its order. */
export const stepNames: Readonly<Record<ListenStep, string>> = {
  listener: 'Listener',
  tunnel: 'Tunnel',
  proof: 'Proof',
  endpoint: 'Endpoint',
}

const failedAt: Readonly<Record<ListenStep, string>> = {
  listener: 'The listener could not start.',
  tunnel: 'There is no tunnel.',
  proof: 'The address could not be proven.',
  endpoint: 'No endpoint was made.',
}

/** Where an endpoint may exist despite the failure, nothing else is claimed. */
export const failureTitle = ({ step, wayOut }: Extract<ListenStatus, { state: 'failed' }>) =>
  step === 'endpoint' && wayOut === 'endpoints' ? 'An endpoint may have been created.' : failedAt[step]

/** A failure for want of a tunnel is over, or about to be, once somebody opened one. */
export function sinceThen(
  step: ListenStep,
  tunnel: TunnelStatus['state'] | undefined,
): { readonly title: string; readonly sentence: string } | null {
  if (step !== 'tunnel' && step !== 'proof') return null
  switch (tunnel) {
    case 'up':
      return { title: 'The tunnel is up now.', sentence: 'It was not when you began to listen.' }
    case 'starting':
    case 'proving':
      return {
        title: 'A tunnel is being opened.',
        sentence: 'You can listen now: that begins once the tunnel is proven.',
      }
    case 'unprovable':
      return step === 'tunnel'
        ? { title: 'There is a tunnel now.', sentence: 'Its address cannot be proven from this network.' }
        : null
    default:
      return null
  }
}

/** Whether what the service sends reaches the live endpoint now: nobody is to be told *live* of a tunnel that is dead. */
export function reachWords(
  url: string,
  tunnel: TunnelStatus,
): { readonly tone: Tone; readonly words: string } {
  const isThere = tunnel.publicUrl !== null && url.startsWith(`${tunnel.publicUrl}/`)
  if (tunnel.state === 'up' && isThere) return { tone: 'ok', words: 'Live' }
  if (tunnel.state === 'unprovable' && isThere) return { tone: 'warn', words: 'Live, not proven' }
  if (tunnel.state === 'degraded' && isThere) return { tone: 'warn', words: 'Live, in doubt' }
  if (tunnel.publicUrl !== null && !isThere)
    return { tone: 'danger', words: 'Not reached: the address changed' }
  return { tone: 'danger', words: 'Not reached: the tunnel is not up' }
}

export interface ListenChoice {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly temporary: boolean
}

export const usualChoice: ListenChoice = { scopes: ['personal', 'public'], events: [], temporary: true }

export function isListenChoice(stored: unknown): stored is ListenChoice {
  if (typeof stored !== 'object' || stored === null) return false
  const { scopes, events, temporary } = stored as Record<string, unknown>
  return isWords(scopes) && isWords(events) && typeof temporary === 'boolean'
}

const isWords = (value: unknown) =>
  Array.isArray(value) && value.every((word) => typeof word === 'string' && word.length < 100)

/** Enough of an address to know it again; the path in whole is as good as a password. */
export function shortUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}/…${pathname.slice(-6)}`
}
