import { isIP } from 'node:net'
import { whyPortIsRefused } from '#core/public-address/url-ports.ts'
import { knownAddress } from './address-kind.ts'

export type ReceiverUrl =
  | {
      readonly ok: true
      readonly url: URL
      /** The host, without the brackets of an IPv6 address. */
      readonly host: string
      readonly port: number
      /** `local` is a name of this computer that needs no lookup, and `name` is any other host name. */
      readonly form: 'address' | 'local' | 'name'
    }
  | { readonly ok: false; readonly sentence: string }

/**
 * Parses a URL that the user typed. Rejects text that the URL parser would correct, so that Notehook connects to the URL that it
 * shows.
 */
export function readReceiverUrl(text: string): ReceiverUrl {
  const refused = (sentence: string): ReceiverUrl => ({ ok: false, sentence })
  if (text === '') return refused('Enter the URL of your receiver.')
  if (text.length > 2048) return refused('Use at most 2,048 characters.')
  if (/[\s\p{C}]/u.test(text)) return refused('Remove spaces, line breaks and invisible characters.')
  if (text.includes('\\')) return refused('Use / instead of \\.')
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? []
  if (authority === undefined) {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
    if (scheme !== undefined && !/^https?$/.test(scheme)) return refused('Use http:// or https://.')
    return refused('Write the whole URL, such as http://127.0.0.1:4000/webhooks.')
  }
  if (authority.includes('@')) {
    return refused('Remove the user name and password before the @, and add an Authorization header instead.')
  }
  if (text.includes('#')) return refused('Remove the # and everything after it.')
  if (/^.+?https?:\/\//i.test(text.split('?')[0] ?? ''))
    return refused('This is more than one URL. Remove all but one.')
  const port = /:([^:\]]*)$/.exec(authority)?.[1] ?? ''
  if (/\D/.test(port) || Number(port) > 65_535) return refused('The port must be a number from 1 to 65535.')
  const url = URL.parse(text)
  if (!url) return refused(`Not a host name or an IP address: ${authority}.`)

  const host = url.hostname.replace(/^\[|\]$/g, '')
  const known = isIP(host) === 0 ? null : knownAddress(host)
  if (known?.why) return refused(known.why)
  if (url.hostname.endsWith('.')) return refused('Remove the dot at the end of the name.')
  const dialed = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const wrongPort = whyPortIsRefused(authority, url.port)
  if (wrongPort) {
    return refused(
      wrongPort.code === 'blocked-port'
        ? `Port ${dialed} is reserved for another protocol. Use another port.`
        : wrongPort.sentence,
    )
  }
  if (metadataNames.test(host)) return refused(`${host} is where clouds serve the keys of a machine.`)
  // Checks the spelling of the host last, so that the suggested spelling always passes the other checks.
  const typed = authority.replace(/:\d*$/, '').toLowerCase()
  const advised = known && known.address !== host ? known.address : url.hostname
  if (typed !== advised && !isInternational(typed, advised)) return refused(`Write the host as ${advised}.`)
  if (known) return { ok: true, url, host, port: dialed, form: 'address' }
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  return { ok: true, url, host, port: dialed, form: isLocal ? 'local' : 'name' }
}

const metadataNames =
  /^(?:metadata|metadata\.goog|metadata\.google\.internal|instance-data(?:\.ec2\.internal)?)$/

/** Returns whether the user typed an internationalized name. */
function isInternational(typed: string, host: string): boolean {
  return /[^\x20-\x7e]/.test(typed) && /(?:^|\.)xn--/.test(host)
}
