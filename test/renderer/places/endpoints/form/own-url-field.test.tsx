// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Lookup } from '#core/platform/ports.ts'
import { checkEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { AppError } from '#shared/errors.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => sessionStorage.clear())
afterEach(() => app.close())

test('explains an invalid endpoint URL once the user stops typing', async () => {
  await openForm()
  for (const text of ['h', 'https://', 'https://10', 'https://10.0.0', 'https://10.0.0.7/in'])
    await type('URL', text)
  await eventually(() => expect(hints()).toContain('10.0.0.7 is not public'))
  expect(control('textbox', 'URL').getAttribute('aria-invalid')).toBe('true')
  const asked = app.inputsOf('endpoints.check-url')
  expect(asked.at(-1)).toEqual({ url: 'https://10.0.0.7/in' })
  expect(asked, 'a beginning is no mistake yet').not.toContainEqual({ url: 'https://' })

  await type('URL', 'https://hooks.example.com/in')
  expect(hints()).not.toContain('not public')
  await eventually(() =>
    expect(app.inputsOf('endpoints.check-url')).toContainEqual({ url: 'https://hooks.example.com/in' }),
  )
  expect(control('textbox', 'URL').hasAttribute('aria-invalid')).toBe(false)
})

test('shows warnings below an endpoint’s URL, and still creates the endpoint', async () => {
  await openForm({}, async () => ['192.168.1.2'])
  await type('URL', 'https://bücher.example.com:8443/?token=x')
  await eventually(() => expect(warnings()).toHaveLength(4))
  expect(warnings().join(' ')).toMatch(/8443.*xn--bcher-kva.*“token”.*192\.168\.1\.2 is not public/)
  expect(control('textbox', 'URL').hasAttribute('aria-invalid')).toBe(false)
  await press('button', 'Create endpoint')
  await eventually(() => expect(app.inputsOf('endpoints.create')).toHaveLength(1))
})

test('submits an endpoint’s URL even if the check rejects it', async () => {
  await openForm()
  await type('URL', 'https://wiki/in')
  await eventually(() => expect(hints()).toContain('Enter the full host name'))
  await press('button', 'Create endpoint')
  await eventually(() => expect(app.inputsOf('endpoints.create')).toHaveLength(1))
})

test('submits an endpoint’s URL if the check itself fails', async () => {
  await openForm({
    'endpoints.check-url': () => {
      throw new Error('no check')
    },
  })
  await type('URL', 'https://hooks.example.com/in')
  await eventually(() => expect(app.inputsOf('endpoints.check-url')).toHaveLength(1))
  expect(hints()).toBe('')
  await press('button', 'Create endpoint')
  await eventually(() => expect(app.inputsOf('endpoints.create')).toHaveLength(1))
})

test('offers only programs on this computer as another URL in the sandbox', async () => {
  await openForm()
  await shows('A program on this computer. The sandbox sends nothing elsewhere.')
  expect((control('textbox', 'URL') as HTMLInputElement).placeholder).toBe('http://127.0.0.1:4000/webhooks')
  await app.close()

  const workspace = {
    id: 'acme',
    kind: 'service',
    label: 'Acme',
    baseUrl: 'https://api.example.com',
  } as const
  await openForm({
    'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: 'k9Qz' }),
  })
  await shows('A public https receiver that you run.')
})

async function openForm(answers: Answers = {}, lookup: Lookup | null = null): Promise<void> {
  app = await openApp('#/endpoints?form=new', {
    'endpoints.check-url': ({ url }) => checkEndpointUrl(url, lookup),
    // Only the request matters in this test.
    'endpoints.create': () => {
      throw new AppError('unreachable', 'The service does not answer.')
    },
    ...answers,
  })
  await shows('Endpoints')
  await eventually(() => control('button', 'Create endpoint'))
  await press('radio', /Another URL/)
}

function hints(): string {
  const ids = control('textbox', 'URL').getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

function warnings(): string[] {
  return [...document.querySelectorAll('[role=status] p')].map(({ textContent }) => textContent ?? '')
}
