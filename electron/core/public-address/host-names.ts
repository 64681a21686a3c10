import { isIPv6 } from 'node:net'
import { specialBlockOf } from './address-blocks.ts'
import { isReadEverywhere } from './international-names.ts'
import { notPublic, type Refusal } from './refusal.ts'

/**
 * Why a name leads nowhere on the internet, as far as the name itself tells; `null` when it may. Lower case and punycode, as the URL
 * parser gives it.
 */
export function whyNameIsRefused(hostname: string): Refusal | null {
  const name = hostname.replace(/\.$/, '')
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  if (localLabels.has(last)) {
    return { code: 'local-name', sentence: `.${last} names aren’t on the public internet.` }
  }
  if (name.length > 253 || labels.some(isNoLabel)) {
    return {
      code: 'bad-label',
      sentence: 'Not a valid host name.',
    }
  }
  if (labels.length === 1) {
    return {
      code: 'single-label',
      sentence: 'Enter the full host name, such as hooks.example.com.',
    }
  }
  if (!isReadEverywhere(name)) {
    return {
      code: 'ambiguous-name',
      sentence: 'Programs read this international name differently. Use another name.',
    }
  }
  const loopback = loopbackNames.find((known) => isWithin(name, known))
  if (loopback) {
    return { code: 'loopback-name', sentence: `${loopback} points to this computer only.` }
  }
  const embedded = specialAddressIn(name)
  if (embedded) return { code: 'embedded-address', sentence: `The name contains an address. ${embedded}` }
  if (hostname.endsWith('.')) {
    return { code: 'trailing-dot', sentence: 'Remove the dot at the end of the name.' }
  }
  return null
}

/** Reserved (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476) or of private networks by habit. */
const localLabels: ReadonlySet<string> = new Set([
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'localdomain'],
  // home.arpa is within it.
  ...['arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
])

function isNoLabel(label: string): boolean {
  return label === '' || label.length > 63 || label.startsWith('-') || label.endsWith('-')
}

/** Public names whose answer is 127.0.0.1, for development. */
const loopbackNames = [
  ...['localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com', 'fuf.me', 'local.gd', 'localho.st'],
  ...['localhost.direct', 'localhost.localstack.cloud', 'lndo.site', 'ddev.site'],
]

/** They resolve to the address in the name: 10.0.0.1, 10-0-0-1, 0a000001 or, for IPv6, fe80--1. */
const addressNames = ['nip.io', 'sslip.io', 'xip.io', 'traefik.me', 'backname.io']

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}

/** These services differ in which address of several they take, so every reading must be public. */
function specialAddressIn(name: string): string | null {
  const domain = addressNames.find((known) => isWithin(name, known))
  if (domain === undefined) return null
  for (const address of addressesIn(name.slice(0, -domain.length - 1))) {
    const block = specialBlockOf(address)
    if (block) return notPublic(address, block)
  }
  return null
}

function* addressesIn(text: string): Generator<string> {
  const parts = text.split(/[.-]/)
  for (const [at, part] of parts.entries()) {
    const four = parts.slice(at, at + 4)
    if (four.length === 4 && four.every(isByte)) yield four.map(Number).join('.')
    if (/^[0-9a-f]{8}$/.test(part)) yield (part.match(/../g) ?? []).map((hex) => parseInt(hex, 16)).join('.')
  }
  for (const label of text.split('.')) {
    const groups = label.split('-')
    // Of IPv6 the longest counts: every tail of it is an address too.
    const longest = groups.map((_, at) => groups.slice(at).join(':')).find((tail) => isIPv6(tail))
    if (longest !== undefined) yield longest
  }
}

function isByte(part: string): boolean {
  return /^\d{1,3}$/.test(part) && Number(part) <= 255
}
