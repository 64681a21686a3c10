import { createSecretKey, type KeyObject } from 'node:crypto'
import { maxKeysTried } from '../listener/verify.ts'

/** The first value of each of the three headers; empty when it is not there. */
export function headersNamed(headers: readonly (readonly [string, string])[], prefix: string) {
  const value = (part: string) =>
    headers.find(([name]) => name.toLowerCase() === `${prefix}${part}`)?.[1] ?? ''
  return { id: value('id'), timestamp: value('timestamp'), signature: value('signature') }
}

/** The body with a line break more, or less, at its end. */
export function newlines(body: Uint8Array) {
  const bytes = Buffer.from(body)
  const cut = bytes.at(-1) !== 0x0a ? 0 : bytes.at(-2) === 0x0d ? 2 : 1
  return [
    { how: 'with a line feed added', body: Buffer.concat([bytes, Buffer.from('\n')]) },
    {
      how: 'with CRLF added',
      body: Buffer.concat([bytes, Buffer.from('\r\n')]),
    },
    ...(cut === 0 ? [] : [{ how: 'without the final line break', body: bytes.subarray(0, -cut) }]),
  ]
}

/** The body with a byte order mark more, or less. */
export function byteOrderMarks(body: Uint8Array) {
  const bytes = Buffer.from(body)
  const mark = Buffer.from([0xef, 0xbb, 0xbf])
  return bytes.subarray(0, 3).equals(mark)
    ? [{ how: 'without the byte order mark', body: bytes.subarray(3) }]
    : [{ how: 'with a byte order mark', body: Buffer.concat([mark, bytes]) }]
}

/** The text of each secret as a key, with and without `whsec_`, as senders use it that forget to decode it. */
export function undecodedKeys(secrets: readonly string[]): readonly KeyObject[] {
  return secrets.slice(0, maxKeysTried).flatMap((secret) => {
    const bare = secret.trim().replace(/^whsec_/, '')
    return [bare, `whsec_${bare}`].map((text) => createSecretKey(text, 'utf8'))
  })
}
