import { type CheckRequest, requestOf, type SampleParts } from '../sample-deliveries.ts'
import type { Case } from './case.ts'

const lostGenuine =
  'Answered 4xx, the service never sends it again. If your clock is wrong, genuine deliveries are lost: watch it, or answer 503.'

const lostLarge =
  'Answered 4xx, the service never sends it again. To receive large deliveries, raise the limit of the body parser.'

/** Cases 1, 4, 13 to 17, 21, 22 and 27: what a delivery may contain. */
export const contentCases: Readonly<Record<number, Case>> = {
  async 1({ send, state }) {
    for (const type of ['note.generated', 'note.edited', 'note.access_granted']) {
      await send(type, requestOf(state.deliveries.make({ type })), '2xx')
    }
  },

  async 4({ send, state }) {
    const { deliveries } = state
    const escaped = deliveries.make({
      write: (payload) => JSON.stringify(payload, null, 1).replace('note.', '\\u006eote.'),
    })
    await send('Spaces and escapes', requestOf(escaped), '2xx')
    const separators = deliveries.make({
      type: 'note.edited',
      fields: { data: { changed_fields: ['summary'], hint: 'a/b\u2028c' } },
      write: (payload) => JSON.stringify(payload).replace('a/b', 'a\\/b'),
    })
    await send('Escaped slash and U+2028', requestOf(separators), '2xx')
    const ended = deliveries.make({ write: (payload) => `${JSON.stringify(payload)}\n` })
    await send('Line feed at the end', requestOf(ended), '2xx')
    const inPieces = deliveries.make(editedWith(letter))
    await send('In two pieces, cut inside a letter', cutInside(requestOf(inPieces)), '2xx')
  },

  async 13({ send, advise, state }) {
    const request = requestOf(state.deliveries.make({ agedSeconds: 600 }))
    const { status } = await send('Ten minutes old', request, 'not 2xx')
    if (status !== null && status >= 400 && status < 500) advise(lostGenuine)
  },

  async 14({ send, state }) {
    await send('Ten minutes ahead', requestOf(state.deliveries.make({ agedSeconds: -600 })), 'not 2xx')
  },

  async 15({ send, state }) {
    await send('Digits and letters', requestOf(state.deliveries.make({ afterTimestamp: 'abc' })), 'not 2xx')
  },

  async 16({ send, state }) {
    await send('note.rediscovered', requestOf(state.deliveries.make({ type: 'note.rediscovered' })), '2xx')
  },

  async 17({ send, state }) {
    const changed = state.deliveries.make({
      type: 'note.edited',
      fields: { data: { changed_fields: ['title', 'summary'] } },
    })
    await send('Other changed_fields', requestOf(changed), '2xx')
    const more = state.deliveries.make({ fields: { workspace_region: 'eu' } })
    await send('A new field', requestOf(more), '2xx')
  },

  async 21({ send, state }) {
    const { deliveries } = state
    await send('Without content type', requestOf(deliveries.make(), { contentType: null }), '2xx')
    const contentType = 'application/json; charset=utf-8'
    await send('With a charset', requestOf(deliveries.make(), { contentType }), '2xx')
  },

  async 22({ send, state }) {
    const { headers, body } = requestOf(state.deliveries.make())
    const names = new Map([
      ['webhook-id', 'Webhook-Id'],
      ['webhook-timestamp', 'WEBHOOK-TIMESTAMP'],
      ['webhook-signature', 'wEbHoOk-SiGnAtUrE'],
    ])
    const renamed = headers.map(([name, value]) => [names.get(name) ?? name, value] as const)
    await send('Names in other case', { headers: renamed, body }, '2xx')
  },

  async 27({ send, advise, state }) {
    const length = 256 * 1024
    const usual = state.deliveries.make(editedWith('')).body.length
    const left = length - usual
    const letters = Math.floor(left / letterBytes)
    const padding = letter.repeat(letters) + 'x'.repeat(left - letters * letterBytes)
    const delivery = state.deliveries.make(editedWith(padding))
    const { status } = await send('256 KiB', cutInside(requestOf(delivery)), 'no 5xx')
    if (status !== null && status >= 400 && status < 500) advise(lostLarge)
  },
}

/** Of several bytes: joined as text, the pieces of a body that is cut inside it are other bytes than those that were signed. */
const letter = '語'
const letterBytes = Buffer.byteLength(letter)

/** In a part whose other fields no receiver minds. */
const editedWith = (hint: string): SampleParts => ({
  type: 'note.edited',
  fields: { data: { changed_fields: ['summary'], hint } },
})

/** Arrives in two pieces, as long bodies and those from some networks do. */
function cutInside(request: CheckRequest): CheckRequest {
  return { ...request, cutAt: request.body.indexOf(letter) + 1 }
}
