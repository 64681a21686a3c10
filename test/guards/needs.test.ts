import { expect, test } from 'vitest'
import { environment, installable } from '../support/needs.ts'

test('CI skips tests only because of its environment', () => {
  expect(Object.keys(environment).sort()).toEqual([
    'dotnet',
    'electron-binary',
    'linux',
    'loop-mount',
    'root',
  ])
})

test('every installable requirement of a test names a Debian package', () => {
  for (const { reason } of Object.values(installable)) expect(reason).toMatch(/\(Debian: [a-z0-9 -]+\)$/)
})
