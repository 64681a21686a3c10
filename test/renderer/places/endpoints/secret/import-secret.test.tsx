// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { SecretState } from '#shared/endpoints/model.ts'
import { AppError } from '#shared/errors.ts'
import { importResult } from '../../../../../renderer/places/endpoints/secret/copy.ts'
import { findSecret } from '../../../../support/canary.ts'
import { sampleSecret } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

test('shows how many stored deliveries an imported secret verifies', async () => {
  await open('missing', { 'endpoints.import-secret': () => ({ warnings: [], judged: 37, verifying: 37 }) })
  await type('Signing secret', sampleSecret)
  await press('button', 'Import secret')
  await shows(importResult(37, 37, true))
  expect(document.activeElement?.textContent, 'the focus stays where things happen').toContain('37 of 37')
  expect(app.inputsOf('endpoints.import-secret')).toEqual([{ id: anEndpoint().id, secret: sampleSecret }])
})

test('keeps an imported secret in no cache, storage or field', async () => {
  await open('missing', { 'endpoints.import-secret': () => ({ warnings: [], judged: 1, verifying: 1 }) })
  await type('Signing secret', sampleSecret)
  expect((control('textbox', 'Signing secret') as HTMLInputElement).type).toBe('password')
  await press('button', 'Import secret')
  await shows(importResult(1, 1, true))
  const dumped = (things: readonly { readonly state: unknown }[]) =>
    JSON.stringify(things.map(({ state }) => state))
  const known = {
    queries: dumped(app.cache.getQueryCache().getAll()),
    keys: JSON.stringify(
      app.cache
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ),
    mutations: dumped(app.cache.getMutationCache().getAll()),
    storage: JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
    page: document.documentElement.outerHTML,
    fields: JSON.stringify([...document.querySelectorAll('input')].map(({ value }) => value)),
    address: location.href,
  }
  expect(findSecret(sampleSecret, known)).toEqual([])
})

test('shows next to its field that an imported secret is malformed', async () => {
  const sentence = 'This secret is too short. Copy all of it.'
  await open('missing', {
    'endpoints.import-secret': () => {
      throw new AppError('invalid-input', sentence, { fields: { secret: sentence } })
    },
  })
  await press('button', 'Import secret')
  await shows('Enter the signing secret.')
  expect(app.inputsOf('endpoints.import-secret')).toEqual([])
  await type('Signing secret', 'whsec_c2hvcnQ=')
  await press('button', 'Import secret')
  await shows(sentence)
  const field = control('textbox', 'Signing secret') as HTMLInputElement
  expect(field.value).toBe('whsec_c2hvcnQ=')
  await eventually(() => expect(document.activeElement).toBe(field))
})

test('reports that an imported secret verifies no stored delivery', async () => {
  const warnings = ['Its deliveries do not come to this machine.']
  await open('kept', { 'endpoints.import-secret': () => ({ warnings, judged: 1200, verifying: 0 }) })
  expect(() => control('textbox', 'Signing secret'), 'nothing to fill in unasked').toThrow()
  await press('button', 'Import another secret…')
  await type('Signing secret', sampleSecret)
  await press('button', 'Import secret')
  await shows(importResult(1200, 0, true))
  await shows(warnings[0] ?? '')
})

test('promises no verification by the next delivery if deliveries go to another receiver', () => {
  expect(importResult(0, 0, true)).toBe('Secret saved. The next delivery verifies it.')
  expect(importResult(0, 0, false)).toBe('Secret saved.')
})

test('asks for the secret of an endpoint if the stored one is wrong', async () => {
  await open('wrong', { 'endpoints.import-secret': () => ({ warnings: [], judged: 3, verifying: 3 }) })
  await type('Signing secret', sampleSecret)
  await press('button', 'Import secret')
  await shows(importResult(3, 3, true))
})

test('replaces a wrong secret with another imported one', async () => {
  let secret: SecretState = 'missing'
  await open(() => secret, {
    'endpoints.import-secret'() {
      secret = 'wrong'
      return { warnings: [], judged: 3, verifying: 0 }
    },
  })
  await type('Signing secret', sampleSecret)
  await press('button', 'Import secret')
  await shows(importResult(3, 0, true))
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows('Deliveries don’t match it. Import the right one')
  await press('button', 'Import another secret…')
  await type('Signing secret', sampleSecret)
  await press('button', 'Import secret')
  await eventually(() => expect(app.inputsOf('endpoints.import-secret')).toHaveLength(2))
})

test('does not offer to import a secret that has verified a delivery', async () => {
  await open('proven')
  expect(() => control('button', /Import/)).toThrow()
})

async function open(secret: SecretState | (() => SecretState), answers: Answers = {}): Promise<void> {
  app = await openApp(`#/endpoints?endpoint=${anEndpoint().id}&tab=secret`, {
    'endpoints.list': () => [anEndpoint({ secret: typeof secret === 'string' ? secret : secret() })],
    ...answers,
  })
  await shows('Verify in your code')
}
