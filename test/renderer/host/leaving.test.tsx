// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { Settings } from '#shared/settings/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { openApp, press, shows } from '../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app?.close())

const unanswered = () => new Promise<never>(() => {})

test('leaving a page cancels the queries that it started', async () => {
  app = await openApp('#/inspector', { 'deliveries.list': unanswered })
  await eventually(() => expect(app.inputsOf('deliveries.list')).toHaveLength(1))
  expect(app.isCanceled('deliveries.list')).toBe(false)
  location.hash = '#/settings'
  await shows('Density')
  await eventually(() => expect(app.isCanceled('deliveries.list')).toBe(true))
  location.hash = '#/inspector'
  await eventually(() => expect(app.inputsOf('deliveries.list')).toHaveLength(2))
})

test('leaving a page does not cancel a change that it started', async () => {
  const settings: Settings = {
    theme: 'light',
    density: 'compact',
    listenerPort: 0,
    toleranceSeconds: 300,
    keepReceiving: false,
    keepDays: 30,
    keepMegabytes: 0,
  }
  app = await openApp('#/settings', { 'settings.get': () => settings, 'deliveries.clean-up': unanswered })
  await shows('Clean up now')
  await press('button', 'Clean up now')
  await eventually(() => expect(app.inputsOf('deliveries.clean-up')).toHaveLength(1))
  location.hash = '#/inspector'
  await eventually(() => expect(app.inputsOf('deliveries.list')).not.toEqual([]))
  expect(app.isCanceled('deliveries.clean-up')).toBe(false)
})
