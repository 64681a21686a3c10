import { expect, test } from 'vitest'
import { environment, installable } from '../support/needs.ts'

test('only properties of the environment can skip a test in CI', () => {
  expect(Object.keys(environment).sort()).toEqual([
    'dotnet',
    'electron-binary',
    'linux',
    'loop-mount',
    'root',
  ])
})

test('every installable need names a Debian package', () => {
  for (const { reason } of Object.values(installable)) expect(reason).toMatch(/\(Debian: [a-z0-9 -]+\)$/)
})
