import { type HostBridge, parseReply, type Transport } from '#shared/rpc/transport.ts'
import { openHttpTransport } from './http-transport.ts'
import { parseEventText, parseJson } from './json.ts'

/** The page's way to its host: the bridge that the desktop puts on `window`, else HTTP to where the page came from. */
export function openTransport(page: Window & { readonly host?: HostBridge }): Transport {
  if (page.host) return bridgeTransport(page.host)
  beginAnewAt(page)
  return openHttpTransport(page)
}

/**
 * A new launch address that is pasted into this tab changes its fragment alone, which loads nothing. It is heard here before
 * the router hears of it, and the page begins anew, with what was typed into this tab.
 */
function beginAnewAt(page: Window): void {
  page.addEventListener('popstate', (event) => {
    if (!page.location.hash.startsWith('#t=')) return
    event.stopImmediatePropagation()
    page.location.reload()
  })
}

/** JSON text on the wire, as everywhere. */
function bridgeTransport(host: HostBridge): Transport {
  let lastId = 0
  return {
    async call(name, input, { signal } = {}) {
      const id = ++lastId
      const cancel = () => host.cancel(id)
      // In this order: the host cancels nothing that it does not know yet.
      const answer = host.call(name, JSON.stringify(input), id)
      signal?.addEventListener('abort', cancel)
      try {
        return parseReply(parseJson(await answer))
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    subscribe(listener) {
      return host.subscribe((eventJson) => {
        const event = parseEventText(eventJson)
        if (event) listener(event)
      })
    },
  }
}
