import { parseHostEvent } from '../../shared/contract/events.ts'
import { type HostBridge, parseReply, type Transport } from '../../shared/contract/transport.ts'
import { openHttpTransport } from './http-transport.ts'
import { parseJson } from './json.ts'

/** The page's way to its host: the bridge that the desktop puts on `window`, else HTTP to where the page came from. */
export function openTransport(page: Window & { readonly host?: HostBridge }): Transport {
  return page.host ? bridgeTransport(page.host) : openHttpTransport(page)
}

/** JSON text on the wire, as everywhere. */
function bridgeTransport(host: HostBridge): Transport {
  return {
    async call(name, input) {
      return parseReply(parseJson(await host.call(name, JSON.stringify(input))))
    },
    subscribe(listener) {
      return host.subscribe((eventJson) => {
        const event = parseHostEvent(parseJson(eventJson))
        if (event) listener(event)
      })
    },
  }
}
