import { expect, test } from 'vitest'
import { environment } from '../support/needs.ts'

test('only these may be missing without the checks being red', () => {
  expect(Object.keys(environment)).toEqual(['electron-binary', 'linux', 'root', 'loop-mount'])
})

test('the checks run on the Node that they are meant for', () => {
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
})
