import { isIPv6 } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { specialBlockOf } from './address-blocks.ts'
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

/**
 * Whether every engine reads an international name, given in punycode, as this one does. They differ in what they let pass: broken
 * punycode, signs that are no letters, and names that mix directions of writing (RFC 5893). Stricter than each of them.
 */
function isReadEverywhere(name: string): boolean {
  if (!/(^|\.)xn--/.test(name)) return true
  const encoded = name.split('.')
  const labels = encoded.map((label) => domainToUnicode(label))
  if (!labels.every((label, at) => onlyLetters.test(label) && domainToASCII(label) === encoded[at]))
    return false
  return !labels.some((label) => rightToLeft.test(label)) || labels.every(isOneDirection)
}

/** Letters, their marks, digits, the middle dots of Catalan and Japanese, and emoji; no mark first and no hyphen at the ends. */
const onlyLetters = /^(?!xn--|-|\p{M})[a-z0-9_\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}·・-]+(?<!-)$/u

/** The blocks of Unicode that are written from the right, used or reserved for it. */
const fromTheRight =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
const rightToLeft = new RegExp(fromTheRight, 'u')

/** A letter first. Of digits only ours: the Arabic ones must not meet them in one label. */
function isOneDirection(label: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(label) || wholeRightToLeft.test(label)
}

const letter = `(?=\\p{L})${fromTheRight}`
const mark = `(?=\\p{Mn})${fromTheRight}`
const wholeRightToLeft = new RegExp(`^${letter}(?:${letter}|${mark}|[0-9-])*$`, 'u')
