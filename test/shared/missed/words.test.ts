import { expect, test } from 'vitest'
import { MissedReason } from '#shared/missed/model.ts'
import { Outage, outageOf, stateWords } from '#shared/missed/words.ts'
import { reasonsIn, table } from '../../../renderer/places/missed/copy.ts'

const word = (label: string) => label.toLowerCase().replaceAll(' ', '-')

test('names states and outages of missed notes as the window does', () => {
  for (const [state, label] of Object.entries(table.states))
    expect(stateWords[state as keyof typeof stateWords]).toBe(word(label))
  const named = [true, false].flatMap((isSandbox) =>
    MissedReason.options.map((reason) => {
      const outage = outageOf(reason, isSandbox)
      // The table of notes shows no outage if none is known.
      expect(outage).toBe(reason === 'unknown' ? null : word(reasonsIn(isSandbox)[reason]))
      return outage
    }),
  )
  expect(new Set(named)).toEqual(new Set([...Outage.options, null]))
})
