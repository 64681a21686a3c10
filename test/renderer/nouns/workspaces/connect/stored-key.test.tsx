// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app?.close())

const refused: SessionStatus = {
  state: 'key-rejected',
  keychain: 'ready',
  workspace: { id: 'a', kind: 'service', label: 'Acme', baseUrl: 'https://api.example.com' },
  keyHint: 'k9Qz',
}

test.each([
  ['locked', 'The keychain is locked', false],
  ['waiting', 'Waiting for the keychain', true],
  ['none', 'The keychain isn’t available', true],
  ['memory', 'The keychain isn’t available', true],
] as const)(
  'with the keychain %s, shows “%s” and asks for the API key: %s',
  async (keychain, title, isAsked) => {
    app = await openApp('#/endpoints', {
      'workspaces.status': () => ({ ...refused, state: 'key-locked', keychain, keyHint: null }),
    })
    await shows(title)
    expect(document.querySelector('input[type="password"]') !== null).toBe(isAsked)
  },
)

test('the user can cancel a retry with the stored API key while the service hangs', async () => {
  app = await openApp('#/endpoints', {
    'workspaces.status': () => refused,
    'workspaces.retry': () => new Promise(() => {}),
  })
  const button = await eventually(() => control('button', 'Try stored key again'))
  await act(async () => button.focus())
  await press('button', 'Try stored key again')
  await shows('Waiting for the service…')
  await press('button', 'Cancel')
  expect(app.isCanceled('workspaces.retry')).toBe(true)
  await eventually(() => expect(document.body.textContent).not.toContain('Waiting for the'))
  expect(document.body.textContent).not.toContain('Canceled.')
  expect(document.activeElement).toBe(control('button', 'Try stored key again'))
})
