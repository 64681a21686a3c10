import { isIPv6 } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { specialBlockOf } from './address-blocks.ts'
import { notPublic, type Refusal } from './refusal.ts'

/**
 * Returns why a host name can't be public, or `null` if it may be. The name must be in lower case and punycode, as returned by
 * the URL parser.
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

/** Last labels that are reserved (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476) or commonly used in private networks. */
const localLabels: ReadonlySet<string> = new Set([
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'localdomain'],
  ...['arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
])

function isNoLabel(label: string): boolean {
  return label === '' || label.length > 63 || label.startsWith('-') || label.endsWith('-')
}

const loopbackNames = [
  ...['localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com', 'fuf.me', 'local.gd', 'localho.st'],
  ...['localhost.direct', 'localhost.localstack.cloud', 'lndo.site', 'ddev.site'],
]

/** Domains whose subdomains resolve to the address in their name: 10.0.0.1, 10-0-0-1, 0a000001 or, for IPv6, fe80--1. */
const addressNames = ['nip.io', 'sslip.io', 'xip.io', 'traefik.me', 'backname.io']

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}

/**
 * Returns a message about a special address in the name, or `null`. If the name has several addresses, all of them must be
 * public, because these domains differ in which they use.
 */
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
    // Uses the longest IPv6 address, because a part of it may look like an address too.
    const longest = groups.map((_, at) => groups.slice(at).join(':')).find((tail) => isIPv6(tail))
    if (longest !== undefined) yield longest
  }
}

function isByte(part: string): boolean {
  return /^\d{1,3}$/.test(part) && Number(part) <= 255
}

/**
 * Returns whether all URL parsers read an international name (in punycode) the same way. They differ for invalid punycode, for
 * symbols, and for names with both writing directions (RFC 5893). This check accepts only names that all of them accept.
 */
function isReadEverywhere(name: string): boolean {
  if (!/(^|\.)xn--/.test(name)) return true
  const encoded = name.split('.')
  const labels = encoded.map((label) => domainToUnicode(label))
  if (!labels.every((label, at) => onlyLetters.test(label) && domainToASCII(label) === encoded[at]))
    return false
  return !labels.some((label) => rightToLeft.test(label)) || labels.every(isOneDirection)
}

/**
 * Matches letters, their marks, digits, emoji, and the middle dots used in Catalan and Japanese. The label must not begin with a
 * mark, or begin or end with a hyphen.
 */
const onlyLetters = /^(?!xn--|-|\p{M})[a-z0-9_\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}·・-]+(?<!-)$/u

/** Unicode blocks that are used or reserved for right-to-left scripts. */
const fromTheRight =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
const rightToLeft = new RegExp(fromTheRight, 'u')

/**
 * Returns whether a label has a single writing direction. A right-to-left label must begin with a letter, and its digits must be
 * ASCII.
 */
function isOneDirection(label: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(label) || wholeRightToLeft.test(label)
}

const letter = `(?=\\p{L})${fromTheRight}`
const mark = `(?=\\p{Mn})${fromTheRight}`
const wholeRightToLeft = new RegExp(`^${letter}(?:${letter}|${mark}|[0-9-])*$`, 'u')
