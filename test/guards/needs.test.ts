import { expect, test } from 'vitest'
import { environment, installable } from '../support/needs.ts'

test('only what a machine is, never what it lacks, may skip a test under CI', () => {
  expect(Object.keys(environment).sort()).toEqual([
    'dotnet',
    'electron-binary',
    'linux',
    'loop-mount',
    'root',
  ])
})

test('whatever else a test wants is a package that can be installed, and says which', () => {
  for (const { reason } of Object.values(installable)) expect(reason).toMatch(/\(Debian: [a-z0-9 -]+\)$/)
})
