import { requestOf, type SampleDelivery } from '../sample-deliveries.ts'
import type { Case } from './case.ts'

const answeredError =
  'A 5xx makes the service send the delivery again. For a wrong signature, answer 400 or 401 instead.'

/** Cases 2, 3, 5 to 12 and 28: what the signature covers, and how its header is parsed. */
export const signatureCases: Readonly<Record<number, Case>> = {
  async 2({ send, state }) {
    const delivery = state.deliveries.make()
    const body = Buffer.from(delivery.body)
    const at = body.indexOf(delivery.noteId) + delivery.noteId.length - 1
    body.writeUInt8(body.readUInt8(at) ^ 1, at)
    await send('One bit changed', requestOf(delivery, { body }), 'not 2xx')
  },

  async 3({ send, state }) {
    const delivery = state.deliveries.make()
    const body = Buffer.from(JSON.stringify(JSON.parse(delivery.body.toString()), null, 2))
    await send('Spaces added', requestOf(delivery, { body }), 'not 2xx')
  },

  async 5({ send, state }) {
    await send('Wrong secret', requestOf(state.deliveries.make({ secret: 'wrong' })), 'not 2xx')
  },

  async 6({ send, state }) {
    const delivery = state.deliveries.make()
    await send('Another webhook-id', requestOf(delivery, { id: `${delivery.id}_other` }), 'not 2xx')
  },

  async 7({ send, state }) {
    const delivery = state.deliveries.make()
    const timestamp = String(Number(delivery.timestamp) + 1)
    await send('One second later', requestOf(delivery, { timestamp }), 'not 2xx')
  },

  async 8({ send, advise, state }) {
    for (const name of ['signature', 'id', 'timestamp'] as const) {
      const request = requestOf(state.deliveries.make(), { [name]: null })
      const { status } = await send(`Without webhook-${name}`, request, 'not 2xx')
      if (status !== null && status >= 500) advise(answeredError)
    }
  },

  async 9({ send, state }) {
    const delivery = state.deliveries.make()
    const signature = `${wrongEntry('v1')} ${delivery.signature}`
    await send('The second entry is valid', requestOf(delivery, { signature }), '2xx')
  },

  async 10({ send, state }) {
    const delivery = state.deliveries.make()
    const signature = `${wrongEntry('v1a')} ${delivery.signature}`
    await send('v1a, then v1', requestOf(delivery, { signature }), '2xx')
  },

  async 11({ send, state }) {
    const delivery = state.deliveries.make()
    const signature = delivery.signature.replace('v1,', 'v2,')
    await send('Only v2', requestOf(delivery, { signature }), 'not 2xx')
  },

  async 12({ send, state }) {
    const { deliveries } = state
    let delivery: SampleDelivery
    // Makes deliveries until a base64 signature contains a character that is different in base64url, as most signatures do.
    do delivery = deliveries.make()
    while (!/[+/]/.test(delivery.signature))
    const mac = delivery.signature.slice('v1,'.length)
    const variants = {
      'Without version': mac,
      base64url: `v1,${mac.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`,
      'Cut short': `v1,${mac.slice(0, 8)}`,
      'Only the last character missing': `v1,${mac.slice(0, -1)}`,
      'Empty entry': 'v1,',
    }
    for (const [label, signature] of Object.entries(variants)) {
      await send(label, requestOf(delivery, { signature }), 'not 2xx')
    }
  },

  async 28({ send, state }) {
    // An Ed25519 signature is 64 bytes long.
    const signature = `v1a,${Buffer.alloc(64, 7).toString('base64')}`
    await send('v1a alone', requestOf(state.deliveries.make(), { signature }), 'not 2xx')
  },
}

/** Returns a signature entry of the correct length, so that only its content is wrong. */
function wrongEntry(version: string): string {
  return `${version},${Buffer.alloc(32, 7).toString('base64')}`
}
