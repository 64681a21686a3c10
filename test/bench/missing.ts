import { longestWait, openMissedStore } from '../support/core/missed-store.ts'
import { timed } from './app-client.ts'
import { type Figure, timeFigure } from './report.ts'

const endpoints = 10

export async function missedFigures(notes: number): Promise<Figure[]> {
  const store = openMissedStore(notes, endpoints)
  try {
    const of = `${notes.toLocaleString('en')} notes and ${endpoints} endpoints`
    const began = performance.now()
    const waited = await longestWait(store.update)
    const first = performance.now() - began
    const changed = Array.from({ length: 1_000 }, (_, at) => store.noteId(at))
    const again = await timed(20, async () => {
      store.comparison.changed(changed)
      await store.update()
      store.comparison.endpoints()
    })
    return [
      timeFigure(`what is behind of ${of}, after a start`, [first], { bar: 300, aim: 200 }),
      timeFigure(`what is behind of ${of}, after 1,000 changes`, again, { bar: 300, aim: 100 }),
      timeFigure(`longest wait of other work while ${of} are first compared`, [waited], {
        bar: 100,
        aim: 20,
      }),
    ]
  } finally {
    store.close()
  }
}
