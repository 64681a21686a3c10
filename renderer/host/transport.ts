import { type HostBridge, parseReply, type Transport } from '#shared/rpc/transport.ts'
import { openHttpTransport, parseEventText, parseJson } from './http-transport.ts'

/** The transport to the host: the desktop's bridge on `window`, or else HTTP to the page's origin. */
export function openTransport(page: Window & { readonly host?: HostBridge }): Transport {
  if (page.host) return bridgeTransport(page.host)
  reloadOnLaunchAddress(page)
  return openHttpTransport(page)
}

/**
 * Pasting a new launch address into this tab changes only its fragment, which loads nothing. This handler runs before the
 * router's and reloads the page. Drafts of this tab are kept.
 */
function reloadOnLaunchAddress(page: Window): void {
  page.addEventListener('popstate', (event) => {
    if (!page.location.hash.startsWith('#t=')) return
    event.stopImmediatePropagation()
    page.location.reload()
  })
}

/** Sends calls through the preload script of the desktop app, as JSON text. */
function bridgeTransport(host: HostBridge): Transport {
  let lastId = 0
  return {
    async call(name, input, { signal } = {}) {
      const id = ++lastId
      const cancel = () => host.cancel(id)
      // Calls before canceling, because the host can cancel only calls that it has received.
      const reply = host.call(name, JSON.stringify(input), id)
      signal?.addEventListener('abort', cancel)
      try {
        return parseReply(parseJson(await reply))
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
