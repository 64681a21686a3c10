import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog } from '#core/platform/log.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { property } from '../../../support/runs.ts'

function logOf() {
  const lines: string[] = []
  const redactor = createRedactor()
  return { lines, redactor, log: createLog((line) => lines.push(line), redactor) }
}

test('the log has one line for each record, with its time, level and detail', () => {
  const { log, lines } = logOf()
  log.info('Started', { port: 8484 })
  log.warn('Slow')
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info Started \{"port":8484\}$/)
  expect(lines[1]).toMatch(/Z warn Slow$/)
})

test('escapes control characters and direction marks of received text in the log', () => {
  const { log, lines } = logOf()
  log.info('a\nb\r\u001b[31m\u202e\u0000\u2028', { title: '\u001b]0;x\u0007' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
  expect(lines[0]).toContain('a\\u000ab\\u000d\\u001b[31m')
})

test('logs an error with its stack and its causes, even if they are cyclic', () => {
  const { log, lines } = logOf()
  const inner = Object.assign(new Error('disk'), { code: 'ENOSPC' })
  const outer = new Error('save', { cause: inner })
  inner.cause = outer
  log.error('Failed.', outer)
  expect(lines[0]).toMatch(/Failed\. Error: save.*log\.test\.ts.*caused by Error: disk.*\(ENOSPC\)/)
  log.error('Odd.', { not: 'an error' })
  expect(lines[1]).toContain('{"not":"an error"}')
})

test.each([
  'Authorization: Bearer CANARY1234',
  'authorization=CANARY1234',
  '{"authorization":"Basic CANARY1234"}',
  'with bearer CANARY1234 in it',
  'whsec_CANARY1234==',
  'key_CANARY1234',
])('redacts text in the log that looks like a secret: %s', (text) => {
  const { log, lines } = logOf()
  log.info(text)
  log.error('x', new Error(text))
  log.warn('x', { note: text })
  expect(lines.join('\n')).not.toContain('CANARY')
})

test('redacts values of logged fields whose names suggest a secret', () => {
  const { log, lines } = logOf()
  log.info('x', { apiKey: 'CANARY', nested: { signing_secret: 'CANARY', token: 'CANARY', kept: 'yes' } })
  expect(lines[0]).not.toContain('CANARY')
  expect(lines[0]).toContain('"kept":"yes"')
})

test('writes a log record even if its detail cannot be serialized', () => {
  const { log, lines } = logOf()
  const ring: Record<string, unknown> = { big: 10n }
  ring.self = ring
  log.info('x', ring)
  expect(lines[0]).toContain('10n')
})

test('redacts a known secret in the log in any encoding', () => {
  const secretText = fc.oneof(
    fc.string({ minLength: 8, maxLength: 40 }),
    fc.constant('quote"in\\it-0123'),
    fc.base64String({ minLength: 12, maxLength: 44 }),
    fc.stringMatching(/^[A-Za-z0-9._~+/=-]{8,60}$/),
  )
  fc.assert(
    fc.property(secretText, fc.string(), fc.string(), fc.nat({ max: 5 }), (secret, before, after, path) => {
      fc.pre(secret.trim().length >= 8)
      const { log, lines, redactor } = logOf()
      redactor.protect(secret)
      const bytes = Buffer.from(secret)
      const forms = [
        secret,
        bytes.toString('hex'),
        bytes.toString('hex').toUpperCase(),
        bytes.toString('base64'),
        bytes.toString('base64url'),
        encodeURIComponent(secret),
        [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      ]
      for (const form of forms) {
        const text = `${before} ${form} ${after}`
        if (path === 0) log.info(text)
        else if (path === 1) log.warn('x', { note: text })
        else if (path === 2) log.error('x', new Error(text))
        else if (path === 3) log.error('x', new Error('outer', { cause: new Error(text) }))
        else if (path === 4) log.error(text, text)
        else log.info('x', { deep: [{ note: form }] })
      }
      const written = lines.join('\n')
      // These forms are long enough not to occur by chance in text that the log itself adds.
      if (path !== 0) expect(written).not.toContain(JSON.stringify(secret).slice(1, -1))
      for (const form of forms) if (!`${before}${after}`.includes(form)) expect(written).not.toContain(form)
      expect(written).not.toContain(bytes.toString('base64').replace(/=+$/, ''))
    }),
    property(200_000),
  )
})

test('redacts a known secret in the log within a longer encoded text', () => {
  const redactor = createRedactor()
  redactor.protect('canary-secret-0123456789')
  for (const prefix of ['', 'a', 'ab', 'user:']) {
    const encoded = Buffer.from(`${prefix}canary-secret-0123456789:tail`).toString('base64')
    expect(Buffer.from(redactor.redact(encoded), 'base64').toString()).not.toContain('canary-secret')
  }
})
