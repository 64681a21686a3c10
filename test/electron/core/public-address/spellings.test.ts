import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { property } from '../../../support/runs.ts'

// The expected results come from Node's block lists and an independent list of blocks.

const special4 = blockList('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
])
const special6 = blockList('ipv6', [
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
])
const global6 = blockList('ipv6', ['2000::/3'])

function blockList(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [network = '', bits] = block.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

const byte = fc.nat(255)
const ipv4 = fc.oneof(
  fc.tuple(byte, byte, byte, byte),
  // Addresses near the boundaries of every block, where a wrong prefix would show.
  fc.tuple(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255), byte, byte, byte),
  fc.tuple(
    fc.constant(192),
    fc.constantFrom(0, 31, 52, 88, 168, 175),
    fc.constantFrom(0, 1, 2, 48, 99, 193, 196),
    byte,
  ),
)

type Bytes = readonly [number, number, number, number]

const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
const percent = (text: string) => text.replace(/\d/g, (digit) => `%3${digit}`)
const whole = ([a, b, c, d]: Bytes) => ((a * 256 + b) * 256 + c) * 256 + d

/** Spellings of an address other than the plain one. */
const spellings: Readonly<Record<string, (bytes: Bytes) => string>> = {
  decimal: (bytes) => String(whole(bytes)),
  octal: (bytes) => `0${whole(bytes).toString(8)}`,
  hexadecimal: (bytes) => `0x${whole(bytes).toString(16)}`,
  'hexadecimal in capitals': (bytes) => `0X${whole(bytes).toString(16).toUpperCase()}`,
  'octal bytes': (bytes) => bytes.map((value) => `0${value.toString(8)}`).join('.'),
  'padded octal bytes': (bytes) => bytes.map((value) => `000${value.toString(8)}`).join('.'),
  'hexadecimal bytes': (bytes) => bytes.map((value) => `0x${value.toString(16)}`).join('.'),
  'two parts': ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  mixed: ([a, b, c, d]) => `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
  'percent-encoded': (bytes) => percent(bytes.join('.')),
  fullwidth: (bytes) => wide(bytes.join('.')),
  'ideographic dots': (bytes) => bytes.join('。'),
  'a dot at the end': (bytes) => `${bytes.join('.')}.`,
}

test('classifies every spelling of an IPv4 address alike, but allows only the usual one', () => {
  fc.assert(
    fc.property(ipv4, (bytes) => {
      const plain = bytes.join('.')
      const special = special4.check(plain)
      expect(classifyEndpointUrl(`https://${plain}/a`)).toMatchObject({
        code: special ? 'special-ipv4' : 'public',
        host: plain,
      })
      for (const [name, spell] of Object.entries(spellings)) {
        const { code, host } = classifyEndpointUrl(`https://${spell(bytes)}/a`)
        expect([name, code, host]).toEqual([name, special ? 'special-ipv4' : 'noncanonical', plain])
      }
    }),
    property(2_000_000 / 8),
  )
})

const group = fc.nat(0xffff)
const zeroes = fc.constant(0)
const ipv6 = fc.oneof(
  fc.tuple(group, group, group, group, group, group, group, group),
  fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group, group, group, group, group),
  fc.tuple(
    fc.constantFrom(
      0,
      0x64,
      0x100,
      0x2001,
      0x2002,
      0x2620,
      0x3fff,
      0x4000,
      0x5f00,
      0xfc00,
      0xfe80,
      0xfec0,
      0xff02,
    ),
    fc.constantFrom(
      0,
      1,
      2,
      3,
      4,
      0x10,
      0x1f,
      0x20,
      0x30,
      0x4f,
      0xdb8,
      0xdb9,
      0x1ff,
      0x200,
      0xfff,
      0x1000,
      0xff9b,
    ),
    fc.oneof(group, fc.constantFrom(0, 1, 0x112, 0x8000, 0x8001)),
    zeroes,
    zeroes,
    fc.constantFrom(0, 0xffff),
    group,
    group,
  ),
)

test('classifies every spelling of an IPv6 address alike', () => {
  fc.assert(
    fc.property(ipv6, (groups) => {
      const full = groups.map((value) => value.toString(16).padStart(4, '0')).join(':')
      const short = groups.map((value) => value.toString(16)).join(':')
      const [g = 0, h = 0] = groups.slice(6)
      const dotted = `${short.split(':').slice(0, 6).join(':')}:${g >> 8}.${g & 255}.${h >> 8}.${h & 255}`
      const compressed = new URL(`https://[${full}]`).hostname.slice(1, -1)
      const special = !global6.check(full, 'ipv6') || special6.check(full, 'ipv6')
      for (const spelling of [full, full.toUpperCase(), short, dotted, compressed]) {
        expect(classifyEndpointUrl(`https://[${spelling}]/a`)).toMatchObject({
          code: special ? 'special-ipv6' : 'public',
          host: `[${compressed}]`,
        })
      }
    }),
    property(2_000_000 / 8),
  )
})
