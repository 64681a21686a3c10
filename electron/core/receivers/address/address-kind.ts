import { isIPv4, isIPv6 } from 'node:net'
import { specialBlockOf } from '#core/public-address/address-blocks.ts'
import type { AddressKind } from '#shared/receivers/model.ts'

export interface KnownAddress {
  /** The address to connect to. An IPv4 address inside an IPv6 address is written as IPv4. */
  readonly address: string
  readonly kind: AddressKind
  readonly why: string | null
}

/**
 * Classifies an IPv4 or IPv6 address. It must have no brackets, but may have any spelling that the URL parser or a resolver
 * produces.
 */
export function knownAddress(text: string): KnownAddress {
  const address = plainAddress(text)
  const forbidden = (why: string): KnownAddress => ({ address: address ?? text, kind: 'forbidden', why })
  if (address === null) return forbidden(`${text} isn’t an address that can be dialed.`)
  if (address === '0.0.0.0' || address === '::')
    return forbidden(`Programs listen on ${address}, but requests cannot be sent there. Use 127.0.0.1.`)
  if (metadata.has(address)) return forbidden(`${address} is where clouds serve the keys of a machine.`)
  const block = specialBlockOf(address)
  if (block === null) return { address, kind: 'public', why: null }
  if (block.cidr === '127.0.0.0/8' || block.cidr === '::1/128')
    return { address, kind: 'loopback', why: null }
  if (privateBlocks.has(block.cidr)) return { address, kind: 'private', why: null }
  return forbidden(`Requests are never sent to ${address}: ${block.cidr} is ${block.meaning}.`)
}

/** Private networks, including the shared address space of carriers and mesh VPNs. */
const privateBlocks: ReadonlySet<string> = new Set([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
])

/**
 * Addresses of cloud metadata services in private ranges, from the clouds' documentation. The others don't have to be listed,
 * because they have link-local addresses, all of which are forbidden.
 */
const metadata: ReadonlySet<string> = new Set([
  '100.100.100.200',
  'fd00:ec2::254',
  'fd00:ec2::253',
  'fd20:ce::254',
  'fd00:42::42',
])

/**
 * Returns the canonical form of an address, or `null`. Rejects addresses with a zone, which are valid only on one network
 * interface.
 */
function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text
  if (!isIPv6(text) || text.includes('%')) return null
  const plain = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain) ?? []
  if (high === undefined || low === undefined) return plain
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}
