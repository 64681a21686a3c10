import { expect, test } from 'vitest'
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts'

test('each in-memory store has its own secrets', async () => {
  const secrets = createMemorySecrets()
  expect(await secrets.get('a')).toBeNull()
  await secrets.set('a', 'one')
  await secrets.set('a', 'two')
  expect(await secrets.get('a')).toBe('two')
  await secrets.delete('a')
  await secrets.delete('a')
  expect(await secrets.get('a')).toBeNull()
  expect(await secrets.health()).toBe('ready')
  expect(await createMemorySecrets().get('a')).toBeNull()
})
