import type { TunnelStatus } from '../../../shared/contract/tunnel.ts'
import { AppError } from '../../../shared/errors.ts'
import { classifyEndpointUrl } from '../endpoint-url/classify.ts'
import type { EventHub } from '../event-hub.ts'
import type { SettingsService } from './settings.ts'

/** The public https address that leads to the listener. */
export interface Tunnel {
  status(): TunnelStatus
  setUrl(url: string | null): TunnelStatus
  /** The practice service's own tunnel host, while it runs. */
  setPractice(url: string | null): void
}

export function createTunnel(settings: SettingsService, hub: EventHub): Tunnel {
  let practiceUrl: string | null = null

  const status = (): TunnelStatus => {
    if (practiceUrl !== null) return { source: 'practice', publicUrl: practiceUrl }
    const publicUrl = settings.recall('tunnelUrl')
    return publicUrl === null ? { source: 'none', publicUrl } : { source: 'own-url', publicUrl }
  }
  const changed = () => {
    hub.publish('tunnel.changed', status())
    return status()
  }

  return {
    status,
    setUrl(url) {
      if (practiceUrl !== null) {
        throw refusal('The practice workspace has its own address. Close it first to state yours.')
      }
      settings.remember('tunnelUrl', url === null || url === '' ? null : parsePublicUrl(url))
      return changed()
    },
    setPractice(url) {
      practiceUrl = url
      changed()
    },
  }
}

/**
 * A public address, by the rules of an endpoint's URL, that endpoint paths can be put behind: a path prefix is kept, a trailing
 * slash is not.
 */
function parsePublicUrl(typed: string): string {
  const { verdict, sentence } = classifyEndpointUrl(typed)
  if (verdict === 'refused') throw refusal(sentence)
  if (typed.includes('?')) throw refusal('Leave out the ? and what follows it.')
  const url = new URL(typed)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

const refusal = (sentence: string) => new AppError('invalid-input', sentence, { fields: { url: sentence } })
