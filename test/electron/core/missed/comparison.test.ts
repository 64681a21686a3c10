import { expect, onTestFinished, test } from 'vitest'
import { openMissedStore } from '../../../support/core/missed-store.ts'
import { isHard } from '../../../support/runs.ts'

const [notes, endpoints] = isHard ? [100_000, 10] : [6_000, 10]

test('compares every note with every endpoint once, and then only notes that changed', async () => {
  const store = openMissedStore(notes, endpoints)
  onTestFinished(store.close)
  await store.update()
  const counts = () => store.comparison.endpoints().map(({ behind }) => behind)
  const expected = Array.from({ length: endpoints }, () => store.behind)
  expect(counts()).toEqual(expected)
  const changed = Array.from({ length: 1_000 }, (_, at) => store.noteId(at))
  const tookMs: number[] = []
  for (let run = 0; run < 5; run++) {
    store.comparison.changed(changed)
    const began = performance.now()
    await store.update()
    expect(counts()).toEqual(expected)
    tookMs.push(performance.now() - began)
  }
  if (isHard) expect(Math.min(...tookMs)).toBeLessThan(300)
})
