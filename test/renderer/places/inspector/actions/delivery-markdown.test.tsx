// @vitest-environment jsdom
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { afterEach, expect, test, vi } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { formatJson } from '#shared/json-text.ts'
import {
  type DeliveryReport,
  deliveryMarkdown,
} from '../../../../../renderer/places/inspector/actions/delivery-markdown.ts'
import { eventually } from '../../../../support/eventually.ts'
import { hostileTexts } from '../../../../support/hostile-text.ts'
import { choose, openApp } from '../../../../support/renderer/open-app.tsx'
import { aReceiver, aSend, aWholeSend } from '../../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'
import { property } from '../../../../support/runs.ts'

let app: Awaited<ReturnType<typeof openApp>> | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

const report = (parts: Partial<DeliveryReport> = {}, delivery: Partial<DeliveryDetail> = {}) =>
  deliveryMarkdown({
    delivery: aWholeDelivery(1, delivery),
    endpoint: 'Quickstart',
    diagnosis: null,
    signer: null,
    attempts: aWholeDelivery(1).attemptLog,
    sends: [],
    ...parts,
  })

/** Renders Markdown as an issue tracker does, but keeps raw HTML as text. */
function rendered(markdown: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = renderToStaticMarkup(<Markdown remarkPlugins={[remarkGfm]}>{markdown}</Markdown>)
  return root
}

const blocks = (root: HTMLElement) =>
  [...root.querySelectorAll('pre code')].map((code) => code.textContent?.replace(/\n$/, ''))
const outline = (root: HTMLElement) =>
  [...root.querySelectorAll('*')].map(({ localName }) => localName).join(' ')

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...hostileTexts,
        '`',
        '```',
        '\n```\n# x\n',
        '\n`````\n',
        '\n~~~\n',
        '\n',
        '\r\n',
        '|',
        ' ',
        '](',
        '&lt;',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').toWellFormed())

test('a delivery copied as Markdown contains hostile text only in code', () => {
  const plain = outline(
    rendered(
      report(
        { endpoint: 'a', sends: [{ receiver: 'a', send: failedSend('a') }] },
        { bodyBase64: base64('a') },
      ),
    ),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      const name = `a${text}`
      const root = rendered(
        report(
          {
            endpoint: name,
            sends: [{ receiver: name, send: failedSend(name) }],
          },
          {
            webhookId: name,
            noteId: name,
            eventType: name,
            headers: [['X-Header', name.replaceAll('\n', ' ')]],
            bodyBase64: base64(name),
          },
        ),
      )
      expect(outline(root)).toBe(plain)
    }),
    property(),
  )
})

function failedSend(body: string) {
  const send = aWholeSend(7, { status: 500, verdict: 'regressed' })
  return {
    ...send,
    response: {
      statusText: body,
      headers: [],
      bodyBase64: base64(body),
      bodyBytes: body.length,
      isCut: false,
    },
  }
}

test('a delivery copied as Markdown keeps the values and numbers of its JSON body', () => {
  fc.assert(
    fc.property(hostile, hostile, (name, value) => {
      const body = `{${JSON.stringify(name)}: [${JSON.stringify(value)}], "big": 12345678901234567890.10}`
      const [, payload = ''] = blocks(rendered(report({}, { bodyBase64: base64(body) })))
      expect(JSON.parse(payload)).toEqual(JSON.parse(body))
      expect(payload).toContain('12345678901234567890.10')
      if (!/[\p{C}\u2028\u2029]/u.test(name + value)) expect(payload).toBe(formatJson(body))
    }),
    property(),
  )
})

test('a delivery copied as Markdown contains the start of a large text body, or a binary body’s size', () => {
  const large = report({}, { bodyBase64: base64('x'.repeat(70_000)) })
  expect(large.length).toBeLessThan(25_000)
  expect(large).toContain('First 20,000 of 70,000 characters.')
  expect(report({}, { bodyBase64: btoa('\xff\xfe\x00') })).toContain('3 bytes that are not UTF-8')
})

test('copies a delivery with redacted headers, the verdict and its fix, and the attempts', async () => {
  const writeText = vi.fn(async (_text: string) => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  const mismatch = { verdict: 'signature-mismatch', status: 401 } as const
  const secret = [['Authorization', 'Bearer abcdef']] as [string, string][]
  app = await openApp(
    '#/inspector?delivery=2',
    {
      'deliveries.list': () => ({ deliveries: [aDelivery(2, mismatch)], hasMore: false }),
      'deliveries.get': () => aWholeDelivery(2, { ...mismatch, headers: secret }),
      'deliveries.copy': ({ as }) => ({
        text:
          as === 'json'
            ? JSON.stringify(aWholeDelivery(2, { ...mismatch, headers: [['Authorization', '[redacted]']] }))
            : '',
      }),
      'deliveries.find': () => [],
      'endpoints.list': () => [anEndpoint({ label: 'CI sandbox' })],
      'deliveries.diagnose': () => ({
        conclusion: { sentence: 'Changed in transit', advice: 'Forward it byte for byte.', endpointId: null },
        checks: [{ check: 'encoding', outcome: 'matches', sentence: 'Encoding' }],
      }),
      'receivers.list': () => [aReceiver()],
      'receivers.sends': () => ({ sends: [aSend(9, { deliveryId: 2 }), aSend(8)], hasMore: false, total: 2 }),
      'receivers.get-send': ({ id }) => aWholeSend(id, { status: 500 }),
    },
    1000,
  )
  await eventually(() => choose(/^Copy as$/, 'Markdown'))
  await eventually(() => expect(writeText).toHaveBeenCalled())
  const [[text = ''] = []] = writeText.mock.calls
  expect(text).toContain('Authorization: [redacted]')
  expect(text).not.toContain('abcdef')
  expect(text).toContain('**Not verified: changed in transit.** Forward it byte for byte.')
  expect(text).toContain('- Endpoint: `CI sandbox`')
  expect(text).toContain('| 1 | 2026-01-01T00:00:01Z | 200 |')
  expect(text).toContain('### Response of receiver `Local dev server`')
  expect(text).toContain('**500** `OK`, 29 ms')
  expect(text).toContain('accepted')
})
