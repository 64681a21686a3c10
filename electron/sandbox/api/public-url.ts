import { BlockList, isIP } from 'node:net'

/** Returns whether this is an http URL of a loopback host. Compares host names without resolving them. */
export const isLoopbackUrl = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/**
 * Returns why a receiver's URL is rejected, or `null` if it may be public (specification, section 4: *HTTPS, publicly reachable;
 * addresses on private networks are rejected*). Loopback URLs are accepted too, for receivers under development. Host names are
 * not resolved, because a sandbox workspace sends nothing outside.
 */
export function publicUrlProblem(text: string): string | null {
  if (text.length > 2048) return 'it is longer than 2,048 characters'
  if (/[\s\\]/.test(text)) return 'it must not contain spaces or backslashes'
  const url = URL.parse(text)
  if (!url) return 'it is not a URL'
  if (url.username || url.password) return 'it must not contain a user name or password'
  if (isLoopbackUrl(url)) return null
  if (url.protocol !== 'https:') return 'it must be https, or http on this computer'

  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(host)
  if (family !== 0)
    return isSpecial(host, family === 4 ? 'ipv4' : 'ipv6') ? 'its address is not public' : null
  if (!host.includes('.') || localNames.test(host)) return 'its host is not public'
  return null
}

function isSpecial(address: string, family: 'ipv4' | 'ipv6'): boolean {
  if (family === 'ipv6' && !globalUnicast.check(address, 'ipv6')) return true
  return special.check(address, family)
}

const localNames =
  /(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|localdomain|arpa|test|example|invalid|onion|alt)$/

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Ranges listed in IANA's special-purpose address registries, and multicast. */
const special = new BlockList()
for (const block of [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
  ],
  ...[
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
  ],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
]) {
  const [net = '', bits] = block.split('/')
  special.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4')
}
