import { describe, expect, test } from 'vitest'
import { signingKey } from '#core/deliveries/listener/verify.ts'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'
import { AppError } from '#shared/errors.ts'
import { readSecret } from '../../../electron/check/secret.ts'
import { readOptions } from '../../../electron/sandbox/command/options.ts'

const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')

describe('parsers of signing secrets', () => {
  test.each([
    ['whsec_ and 32 bytes', `whsec_${base64(32)}`, 32, 0],
    ['spaces around it', `  whsec_${base64(24)}\n`, 24, 0],
    ['64 bytes', `whsec_${base64(64)}`, 64, 0],
    ['no padding', `whsec_${base64(32).replace('=', '')}`, 32, 0],
    ['no prefix, with a warning', base64(32), 32, 1],
    ['16 bytes, with a warning', `whsec_${base64(16)}`, 16, 1],
    ['65 bytes, with a warning', `whsec_${base64(65)}`, 65, 1],
  ])('accepts a signing secret with %s', (_, text, length, warnings) => {
    const secret = parseSigningSecret(text)
    expect(Buffer.from(secret.key)).toEqual(Buffer.alloc(length, 7))
    expect(secret.warnings).toHaveLength(warnings)
    expect(readSecret({ SECRET: text }, 'SECRET')).toBe(text.trim())
    const inSandbox = sandboxSecret(text)
    expect(Buffer.from(inSandbox.slice('whsec_'.length), 'base64')).toEqual(Buffer.alloc(length, 7))
  })

  test.each([
    ['nothing', '', 'Enter'],
    ['the prefix alone', 'whsec_', 'Enter'],
    ['a private asymmetric key', `whsk_${base64(32)}`, 'asymmetric'],
    ['a public asymmetric key', `whpk_${base64(32)}`, 'asymmetric'],
    ['15 bytes', `whsec_${base64(15)}`, 'short'],
    ['base64url', `whsec_${'ab-_'.repeat(10)}`, 'base64url'],
    ['other characters', 'whsec_!!!', 'base64'],
    ['something behind the padding', `whsec_${base64(32)}junk`, 'base64'],
    ['a space inside', `whsec_${base64(30)} ${base64(3)}`, 'base64'],
    ['a length base64 does not have', `whsec_${base64(30)}a`, 'is incomplete'],
    ['padding where none belongs', `whsec_${base64(30)}=`, 'is incomplete'],
  ])('rejects a signing secret and explains why: %s', (_, text, words) => {
    const failure = failureOf(() => parseSigningSecret(text))
    expect(failure.code).toBe('invalid-input')
    expect(failure.message).toContain(words)
    // A missing variable has its own error.
    if (text !== '') expect(() => readSecret({ SECRET: text }, 'SECRET')).toThrow(failure.message)
    expect(() => sandboxSecret(text)).toThrow()
  })

  test('errors about a signing secret never contain the secret', () => {
    for (const text of ['whsec_canary-canary_canary', 'whsk_canarycanary', 'whsec_canary canary!']) {
      expect(JSON.stringify(failureOf(() => parseSigningSecret(text)).toWire())).not.toContain('canary')
    }
  })
})

test('converting a signing key to text does not reveal its bytes', () => {
  const key = signingKey(`whsec_${base64(32)}`)
  expect(`${String(key)} ${JSON.stringify(key)}`).not.toContain(base64(32).slice(0, 8))
})

const sandboxSecret = (text: string) =>
  readOptions(['--to', 'http://127.0.0.1:4000/', '--secret-env', 'SECRET'], { SECRET: text })?.to
    ?.signingSecret ?? ''

function failureOf(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('Nothing was refused.')
}
