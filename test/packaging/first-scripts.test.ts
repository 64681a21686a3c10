import { expect, test } from 'vitest'
import { bundleFigures } from '../bench/bundle.ts'

/** Importing a single value can add a whole library to the scripts of every start, and no test of the page would notice. */
test('the scripts that the page loads first stay within the size limit', () => {
  const [first] = bundleFigures()

  expect(first).toMatchObject({ what: expect.stringContaining('renderer entry'), verdict: 'reached' })
})
