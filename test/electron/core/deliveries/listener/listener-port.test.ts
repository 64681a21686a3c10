import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openCore, refusalOf } from '../../../../support/core/open-core.ts'

async function held(): Promise<number> {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void holder.close())
  const address = holder.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('does not save a listener port that is in use', async () => {
  const { client } = await openCore()
  const before = await client.call('listener.start')
  const port = await held()
  const refusal = await refusalOf(client.call('settings.set', { listenerPort: port }))
  expect(refusal).toMatchObject({ code: 'invalid-input' })
  expect(refusal.details.fields?.listenerPort).toContain(`port ${port}. Choose another port.`)
  expect(await client.call('settings.get')).toMatchObject({ listenerPort: 0 })
  expect(await client.call('listener.status')).toEqual(before)
})

test('rejects the port of Notehook’s own page as listener port, even while the listener is stopped', async () => {
  const pagePort = 4399
  const { client } = await openCore({ pagePort })
  await client.call('listener.stop')
  const refusal = await refusalOf(client.call('settings.set', { listenerPort: pagePort }))
  expect(refusal.message).toBe('Notehook’s own page uses port 4399. Choose another port.')
  expect(await client.call('settings.get')).toMatchObject({ listenerPort: 0 })
})
