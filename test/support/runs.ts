/**
 * How often a property is tried. `npm test` takes a tenth of what `ci` says, `npm run test:hard` all of it and
 * `npm run test:soak` the number for a release, ten times that unless told.
 */
export function runs(ci: number, release = ci * 10): number {
  if (process.env.EFFORT === 'soak') return release
  return process.env.EFFORT === 'hard' ? ci : Math.ceil(ci / 10)
}

/** Milliseconds for a test whose properties are tried so much more often. */
export const patience = (ms: number): number => ms * runs(10)

/**
 * The same as parameters of fast-check, with a seed that is printed: give it back as `PROPERTY_SEED` to see a failure again,
 * and make a failing case a test of its own.
 */
export function property(ci: number, release?: number): { readonly numRuns: number; readonly seed: number } {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 0x7fffffff))
  const numRuns = runs(ci, release)
  console.info(`${numRuns} runs from seed ${seed}`)
  return { numRuns, seed }
}
