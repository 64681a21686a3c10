import { isIPv4, isIPv6 } from 'node:net'

/** A block of addresses that no public receiver has. `meaning` completes the sentence *this block is …*. */
export interface AddressBlock {
  readonly cidr: string
  readonly meaning: string
}

/**
 * Returns the special block that contains an IPv4 or IPv6 address, or `null`. The address may have any spelling, but no brackets.
 * IANA marks some of these blocks as globally reachable (anycast relays, NAT64, ORCHIDv2). They are included because no receiver
 * has an address in them.
 */
export function specialBlockOf(address: string): AddressBlock | null {
  const plain = address.replace(/%.*$/, '')
  if (isIPv4(plain)) return ipv4Blocks.find(({ holds }) => holds(ipv4Bits(plain))) ?? null
  if (!isIPv6(plain)) return null
  const bits = ipv6Bits(plain)
  const named = ipv6Blocks.find(({ holds }) => holds(bits))
  return named ?? (globalUnicast.holds(bits) ? null : notAssigned)
}

/** All ranges listed in IANA's *IPv4 Special-Purpose Address Registry*, and multicast. Narrower blocks come first. */
const ipv4Table = `
  0.0.0.0/8           this network, not a host
  10.0.0.0/8          for private networks
  100.64.0.0/10       shared by a provider’s customers
  127.0.0.0/8         each machine’s way to itself
  169.254.0.0/16      for one link only, cloud metadata among it
  172.16.0.0/12       for private networks
  192.0.0.0/24        for protocols
  192.0.2.0/24        for documentation
  192.31.196.0/24     for the AS112 service
  192.52.193.0/24     for multicast tunnels (AMT)
  192.88.99.0/24      for retired 6to4 relays
  192.168.0.0/16      for private networks
  192.175.48.0/24     for the AS112 service
  198.18.0.0/15       for benchmarks
  198.51.100.0/24     for documentation
  203.0.113.0/24      for documentation
  224.0.0.0/4         for multicast
  255.255.255.255/32  for broadcast
  240.0.0.0/4         reserved
`

/** Ranges listed in IANA's *IPv6 Special-Purpose Address Registry*. All other addresses must be global unicast. */
const ipv6Table = `
  ::/128            no address
  ::1/128           each machine’s way to itself
  ::ffff:0:0/96     an IPv4 address inside IPv6
  ::/96             an IPv4 address inside IPv6, in a retired way
  64:ff9b::/96      for translation to IPv4 (NAT64)
  64:ff9b:1::/48    for translation to IPv4 on one network
  100::/64          where packets are discarded
  100:0:0:1::/64    a prefix for dummies
  2001::/32         for Teredo tunnels
  2001:1::/64       for protocols (PCP, TURN, DNS-SD)
  2001:2::/48       for benchmarks
  2001:3::/32       for multicast tunnels (AMT)
  2001:4:112::/48   for the AS112 service
  2001:10::/28      for retired ORCHID identifiers
  2001:20::/28      for ORCHIDv2 identifiers
  2001:30::/28      for drone identifiers
  2001:db8::/32     for documentation
  2001::/23         for protocols
  2002::/16         for 6to4 tunnels
  2620:4f:8000::/48 for the AS112 service
  3fff::/20         for documentation
  5f00::/16         for segment routing
  fc00::/7          for private networks
  fe80::/10         for one link only
  fec0::/10         for private networks, in a retired way
  ff00::/8          for multicast
`

interface KnownBlock extends AddressBlock {
  holds(bits: bigint): boolean
}

const ipv4Blocks = blocksOf(ipv4Table, ipv4Bits, 32)
const ipv6Blocks = blocksOf(ipv6Table, ipv6Bits, 128)
const globalUnicast = blockOf('2000::/3', 'global unicast', ipv6Bits, 128)
const notAssigned: AddressBlock = { cidr: 'what is outside 2000::/3', meaning: 'not assigned' }

function blocksOf(table: string, bitsOf: (address: string) => bigint, width: number): KnownBlock[] {
  return [...table.matchAll(/(\S+\/\d+)\s+(.+)/g)].map(([, cidr = '', meaning = '']) =>
    blockOf(cidr, meaning, bitsOf, width),
  )
}

function blockOf(
  cidr: string,
  meaning: string,
  bitsOf: (address: string) => bigint,
  width: number,
): KnownBlock {
  const [network = '', length] = cidr.split('/')
  const shift = BigInt(width - Number(length))
  const prefix = bitsOf(network) >> shift
  return { cidr, meaning, holds: (bits) => bits >> shift === prefix }
}

function ipv4Bits(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

/** Converts an IPv6 address to a number. Uses the URL parser first, to remove leading zeros and a dotted tail. */
function ipv6Bits(address: string): bigint {
  const [head = '', tail] = new URL(`https://[${address}]`).hostname.slice(1, -1).split('::')
  const left = groupsOf(head)
  const right = groupsOf(tail ?? '')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
