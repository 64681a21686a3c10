import { expect, test } from 'vitest'
import { bundleFigures } from '../bench/bundle.ts'

/** One import of a value can pull a whole library into the scripts of every start, and nothing on the screen shows it. */
test('the scripts that each start loads stay within their size', () => {
  const [first] = bundleFigures()

  expect(first).toMatchObject({ what: expect.stringContaining('renderer entry'), verdict: 'reached' })
})
