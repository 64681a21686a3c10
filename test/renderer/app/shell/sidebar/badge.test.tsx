// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../../support/eventually.ts'
import { openApp } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

test('sends the number of items that need attention to the app’s badge', async () => {
  const disabledState = {
    by: 'service',
    lastEnabledAt: null,
    noticedAt: '2026-11-20T10:00:00Z',
  } as const
  const endpoint = anEndpoint({ enabled: false, disabledState })
  app = await openApp('#/settings', { 'endpoints.list': () => [endpoint] })
  const last = () => app.inputsOf('app.set-badge').at(-1)
  await eventually(() => expect(last()).toEqual({ count: 1 }))
})
