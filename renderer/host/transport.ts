import { type HostBridge, parseReply, type Transport } from '#shared/rpc/transport.ts'
import { openHttpTransport, parseEventText, parseJson } from './http-transport.ts'

/** Returns the transport to the host: the desktop bridge on `window` if there is one, otherwise HTTP to the page's origin. */
export function openTransport(page: Window & { readonly host?: HostBridge }): Transport {
  if (page.host) return bridgeTransport(page.host)
  reloadOnLaunchAddress(page)
  return openHttpTransport(page)
}

/**
 * Reloads the page when a new launch URL is pasted into this tab. Only the URL's fragment changes then, which doesn't make the
 * browser reload.
 */
function reloadOnLaunchAddress(page: Window): void {
  page.addEventListener('popstate', (event) => {
    if (!page.location.hash.startsWith('#t=')) return
    event.stopImmediatePropagation()
    page.location.reload()
  })
}

function bridgeTransport(host: HostBridge): Transport {
  let lastId = 0
  return {
    async call(name, input, { signal } = {}) {
      const id = ++lastId
      const cancel = () => host.cancel(id)
      // Makes the call before canceling it, because the host can cancel only calls that it has received.
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
