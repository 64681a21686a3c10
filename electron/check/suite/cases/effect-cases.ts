import type { CaseRun } from '../case-run.ts'
import type { NoteFault } from '../ports.ts'
import { requestOf, type SampleDelivery, type SampleParts } from '../sample-deliveries.ts'
import type { Case } from './case.ts'

/** Cases 18 to 20, 25, 26 and 30: how a receiver handles an event, judging by the notes that it fetches. */
export const effectCases: Readonly<Record<number, Case>> = {
  async 18(run) {
    const { send, state } = run
    const first = served(run)
    await send('First', requestOf(first), '2xx')
    const seen = await run.sawFetch(first.noteId)
    const before = await settledFetches(run, first.noteId)
    if (seen) state.fetchesPerEvent = Math.max(1, before)
    const { noteId } = first
    await send('Same bytes again', requestOf(first), '2xx')
    await send(
      'Retry, signed later',
      requestOf(state.deliveries.make({ retryOf: first, agedSeconds: -1 })),
      '2xx',
    )
    const after = await settledFetches(run, noteId)
    if (after > before) {
      run.fault(`The note was fetched ${times(after)} for one event that was delivered three times.`)
    }
    run.setEffect(seen ? 'seen' : 'not-seen')
  },

  async 19(run) {
    const { send, state } = run
    const delivery = served(run)
    const ten = Array.from({ length: 10 }, (_, at) => send(`Request ${at + 1}`, requestOf(delivery), '2xx'))
    await Promise.all(ten)
    const seen = await run.sawFetch(delivery.noteId)
    const fetched = await settledFetches(run, delivery.noteId)
    if (fetched > state.fetchesPerEvent) {
      run.fault(`The note was fetched ${times(fetched)} for one event that was delivered ten times at once.`)
    }
    run.setEffect(seen ? 'seen' : 'not-seen')
  },

  async 20(run) {
    const { send, state } = run
    const edited = served(run, [], { type: 'note.edited' })
    const { noteId } = edited
    await send('note.edited of an unknown note', requestOf(edited), '2xx')
    const seen = await run.sawFetch(noteId)
    if (!seen && state.usesApi === true) run.fault('The note was not fetched after note.edited came first.')
    for (const type of ['note.generated', 'note.access_granted']) {
      await send(`${type} of the same note`, requestOf(state.deliveries.make({ type, noteId })), '2xx')
    }
    run.setEffect(seen ? 'seen' : 'not-seen')
  },

  async 25(run) {
    const delivery = served(run, [{ status: 404 }])
    await run.send('The API answers 404', requestOf(delivery), '2xx')
    const seen = await lookedAgain(run, [[delivery, '404']])
    run.setEffect(seen ? 'seen' : 'not-seen')
  },

  async 26(run) {
    const { limits } = run.state
    const slow = served(run, [{ delayMs: limits.requestMs + 1000 }])
    const limited = served(run, [{ status: 429 }])
    const failing = served(run, [{ status: 500 }])
    await run.send('The API is slow', requestOf(slow), '2xx')
    await run.send('The API answers 429', requestOf(limited), '2xx')
    await run.send('The API answers 500', requestOf(failing), '2xx')
    const seen = await lookedAgain(run, [
      [limited, '429'],
      [failing, '500'],
    ])
    run.setEffect(seen ? 'seen' : 'not-seen')
  },

  async 30(run) {
    const { id } = run.state.deliveries.make()
    const small = served(run, [], { id: `${id}_a` })
    const capital = served(run, [], { id: `${id}_A` })
    await run.send('ID with a small letter', requestOf(small), '2xx')
    const seen = await run.sawFetch(small.noteId)
    await run.send('The same with a capital', requestOf(capital), '2xx')
    if (seen && !(await run.sawFetch(capital.noteId)))
      run.fault('The note of the second event was not fetched, so it was taken for a duplicate of the first.')
    run.setEffect(seen ? 'seen' : 'not-seen')
  },
}

function served(
  { state }: CaseRun,
  faults: readonly NoteFault[] = [],
  parts: SampleParts = {},
): SampleDelivery {
  const delivery = state.deliveries.make(parts)
  state.notes?.serve(delivery.noteId, faults)
  return delivery
}

/** Returns how often a note was fetched, once no more fetches arrive. */
async function settledFetches({ state, wait }: CaseRun, noteId: string): Promise<number> {
  const { notes, limits } = state
  if (notes === null || state.usesApi !== true) return notes?.fetches(noteId) ?? 0
  for (let before = notes.fetches(noteId); ; ) {
    await wait(limits.quietMs)
    const now = notes.fetches(noteId)
    if (now === before) return now
    before = now
  }
}

/**
 * Returns whether any of the notes was fetched. Reports a fault for each note that was not fetched again after its first fetch
 * failed.
 */
async function lookedAgain(
  run: CaseRun,
  failed: readonly (readonly [delivery: SampleDelivery, status: string])[],
): Promise<boolean> {
  const { notes, limits } = run.state
  if (notes === null) return false
  let seen = false
  for (const [{ noteId }, status] of failed) {
    if (await run.sawFetch(noteId)) seen = true
    else if (run.state.usesApi) run.fault(`The note of the event was not fetched (${status}).`)
  }
  const isMissing = () => failed.filter(([{ noteId }]) => notes.fetches(noteId) === 1)
  for (let left = limits.lookAgainMs; isMissing().length > 0 && left > 0; left -= 50) await run.wait(50)
  const seconds = (limits.lookAgainMs / 1000).toLocaleString('en')
  for (const [, status] of isMissing()) {
    run.fault(`The API answered ${status}, and the note was not fetched again within ${seconds} s.`)
  }
  return seen
}

const times = (count: number) => (count === 2 ? 'twice' : `${count} times`)
