// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'

// React logs each expected failure to the console, which would hide real ones.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

/** A value that can't be rendered. No host should send it. */
const odd = { not: 'text' } as never

const failing: readonly (readonly [string, string, Answers, RegExp])[] = [
  ['a place', '#/settings', { 'deliveries.storage': () => odd }, /This page failed/],
  [
    'a notice',
    '#/settings',
    {
      'app.info': () => ({
        name: 'Notehook',
        version: '0.0.0',
        host: 'browser',
        platform: 'linux',
        dataFolder: '/home/sam/notehook',
        notices: [{ id: 'odd', tone: 'warning', message: odd }],
      }),
    },
    /The notices cannot be shown/,
  ],
  ['a mark beside a place', '#/settings', { 'endpoints.list': () => ({ length: odd }) as never }, /Settings/],
]

test.each(failing)('the navigation stays usable when %s fails', async (_what, hash, answers, words) => {
  const app = await openApp(hash, answers)
  await shows(words)
  await press('link', /^Needs attention/)
  expect(location.hash).toContain('#/attention')
  await shows('Needs attention')
  expect(control('link', /^Notes/)).toBeTruthy()
  await app.close()
})
