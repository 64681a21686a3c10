import { expect, test } from 'vitest'
import { environment, installable } from '../support/needs.ts'

test('tests are skipped in CI only because of properties of the environment', () => {
  expect(Object.keys(environment).sort()).toEqual([
    'dotnet',
    'electron-binary',
    'linux',
    'loop-mount',
    'root',
  ])
})

test('everything that a test needs and that can be installed names a Debian package', () => {
  for (const { reason } of Object.values(installable)) expect(reason).toMatch(/\(Debian: [a-z0-9 -]+\)$/)
})
