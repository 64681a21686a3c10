/**
 * How many times a property runs: a tenth of `ci` in `npm test`, `ci` in `npm run test:hard`, and the number for a release in
 * `npm run test:soak`, by default ten times `ci`.
 */
export function runs(ci: number, release = ci * 10): number {
  if (process.env.EFFORT === 'soak') return release
  return process.env.EFFORT === 'hard' ? ci : Math.ceil(ci / 10)
}

/** Times count only in `npm run test:hard` and `npm run test:soak`. */
export const isHard = process.env.EFFORT === 'hard' || process.env.EFFORT === 'soak'

/** The time limit, in milliseconds, of a test whose properties run that much more often. */
export const patience = (ms: number): number => ms * runs(10)

/**
 * Parameters for fast-check, with a seed that is printed. Set `PROPERTY_SEED` to that seed to reproduce a failure, and turn a failing
 * case into its own test.
 */
export function property(ci: number, release?: number): { readonly numRuns: number; readonly seed: number } {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 0x7fffffff))
  const numRuns = runs(ci, release)
  console.info(`${numRuns} runs from seed ${seed}`)
  return { numRuns, seed }
}
