import type { CaseRun } from '../case-run.ts'
import { type CheckRequest, requestOf, type SampleDelivery, type SampleParts } from '../sample-deliveries.ts'
import type { Case } from './case.ts'

const lostGenuine =
  'Answered 4xx, the service never sends it again. If your clock is wrong, genuine deliveries are lost: watch it, or answer 503.'

const lostLarge =
  'Answered 4xx, the service never sends it again. To receive large deliveries, raise the limit of the body parser.'

const joinedAsText =
  'The same size in ASCII was accepted, so the limit is not the cause. Join the pieces of the body as bytes, and never as text.'

const notTested =
  'Text in a new field was not tested, because the receiver rejects new fields in data. See case 17, then check again.'

/** Cases 1, 4, 13 to 17, 21, 22, 27 and 29: varying contents of a delivery. */
export const contentCases: Readonly<Record<number, Case>> = {
  async 1({ send, state }) {
    for (const type of ['note.generated', 'note.edited', 'note.access_granted']) {
      await send(type, requestOf(state.deliveries.make({ type })), '2xx')
    }
  },

  async 4(run) {
    const { send, state } = run
    const { deliveries } = state
    const escaped = deliveries.make({
      write: (payload) => JSON.stringify(payload, null, 1).replace('note.', '\\u006eote.'),
    })
    const { passed } = await send('Spaces and escapes', requestOf(escaped), '2xx')
    const ended = deliveries.make({ write: (payload) => `${JSON.stringify(payload)}\n` })
    await send('Line feed at the end', requestOf(ended), '2xx')
    if (passed && (await rejectsFields(run))) return run.advise(notTested)
    const separators = deliveries.make({
      type: 'note.edited',
      fields: { data: { changed_fields: ['summary'], hint: 'a/b\u2028c' } },
      write: (payload) => JSON.stringify(payload).replace('a/b', 'a\\/b'),
    })
    await send('Escaped slash and U+2028', requestOf(separators), '2xx')
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
    await send('A new field in data', requestOf(state.deliveries.make(editedWith('new'))), '2xx')
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

  async 27(run) {
    const { send, advise, state } = run
    const hasSpaces = await rejectsFields(run)
    const usual = state.deliveries.make(editedWith('')).body.length
    const left = 256 * 1024 - usual
    const letters = Math.floor(left / letterBytes)
    const padding = letter.repeat(letters) + 'x'.repeat(left - letters * letterBytes)
    const ofSpaces = { write: (payload: object) => JSON.stringify(payload).padEnd(usual + left) }
    const delivery = state.deliveries.make(hasSpaces ? ofSpaces : editedWith(padding))
    const request = requestOf(delivery)
    const { status } = await send('256 KiB', hasSpaces ? request : cutInside(request), 'no 5xx')
    if (status === null || status < 400 || status > 499) return
    const inAscii = state.deliveries.make(editedWith('x'.repeat(left)))
    if (!hasSpaces && (await accepts(run, '256 KiB of ASCII', inAscii))) advise(joinedAsText)
    else if (await accepts(run, 'Of the usual size', state.deliveries.make())) advise(lostLarge)
  },

  async 29({ send, state }) {
    for (const [label, agedSeconds] of [
      ['90 seconds old', 90],
      ['Four minutes old', 240],
      ['Four minutes ahead', -240],
    ] as const) {
      await send(label, requestOf(state.deliveries.make({ agedSeconds })), '2xx')
    }
  },
}

/** Returns whether the receiver rejects the field that contains unusual text. Only case 17 reports that as a failure. */
async function rejectsFields(run: CaseRun): Promise<boolean> {
  const { state } = run
  state.rejectsFields ??= !(await accepts(run, 'A plain field', state.deliveries.make(editedWith('plain'))))
  return state.rejectsFields
}

async function accepts({ send }: CaseRun, label: string, delivery: SampleDelivery): Promise<boolean> {
  const { passed } = await send(label, requestOf(delivery), '2xx', true)
  return passed
}

/**
 * A character that takes several bytes. If a receiver reads the body in two pieces, cut inside this character, and joins them as
 * text, the bytes differ from the signed ones.
 */
const letter = '語'
const letterBytes = Buffer.byteLength(letter)

/** Builds a `note.edited` event with the text in a new field of `data`. The other fields have usual values. */
const editedWith = (hint: string): SampleParts => ({
  type: 'note.edited',
  fields: { data: { changed_fields: ['summary'], hint } },
})

function cutInside(request: CheckRequest): CheckRequest {
  return { ...request, cutAt: request.body.indexOf(letter) + 1 }
}
