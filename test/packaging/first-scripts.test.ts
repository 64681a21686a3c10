import { expect, test } from 'vitest'
import { bundleFigures } from '../bench/bundle.ts'

/** A single import of a value can pull a whole library into the scripts of every start, and no test of the screen would notice. */
test('the scripts that load at startup stay within the size limit', () => {
  const [first] = bundleFigures()

  expect(first).toMatchObject({ what: expect.stringContaining('renderer entry'), verdict: 'reached' })
})
