import type { Refusal } from './refusal.ts'

/**
 * Returns why a port is refused, or `null`. `authority` is the host and port as typed. `port` is the parsed port, which is empty
 * for the default one.
 */
export function whyPortIsRefused(authority: string, port: string): Refusal | null {
  if (authority.endsWith(':')) {
    return { code: 'empty-port', sentence: 'Remove the colon, or add a port.' }
  }
  if (port === '0') return { code: 'port-zero', sentence: 'Port 0 accepts no connections.' }
  if (badPorts.has(Number(port))) {
    return {
      code: 'blocked-port',
      sentence: `Port ${port} is reserved for another protocol. Use 443.`,
    }
  }
  return null
}

/** The *bad ports* of WHATWG Fetch, section 2.9, without port 0. */
const badPorts: ReadonlySet<number> = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  ],
  ...[
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  ],
  ...[526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049],
  ...[3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
])
