/**
 * Returns how many times a long test repeats its work: a tenth of `ci` in `npm test`, `ci` in `npm run test:hard`, and the number for a
 * release in `npm run test:soak`, by default ten times `ci`.
 */
export function runs(ci: number, release = ci * 10): number {
  if (process.env.EFFORT === 'soak') return release
  return process.env.EFFORT === 'hard' ? ci : Math.ceil(ci / 10)
}

/** Returns how many times a test kills a process: 5 in `npm test`, 100 in `npm run test:hard`, 200 in `npm run test:soak`. */
export function kills(): number {
  if (process.env.EFFORT === 'soak') return 200
  return process.env.EFFORT === 'hard' ? 100 : 5
}

/** Set in `npm run test:hard` and `npm run test:soak`, where measured times count. */
export const isHard = process.env.EFFORT === 'hard' || process.env.EFFORT === 'soak'

/** Returns the time limit of a test in milliseconds. It is longer in long runs, which check properties more often. */
export const patience = (ms: number): number => ms * runs(10)

/**
 * Returns parameters for fast-check and prints their seed. A property runs at most 50 times in `npm test` (10 with `--quick`), at
 * most 1,000 times in `npm run test:hard`, and `release` times in `npm run test:soak`. For a slow property, `release` is small,
 * and the first two run a hundredth and a tenth of it. Set `PROPERTY_SEED` to the printed seed to reproduce a failure, and turn a
 * failing case into its own test.
 */
export function property(release = 10_000): { readonly numRuns: number; readonly seed: number } {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 0x7fffffff))
  const most = isHard ? 1_000 : process.env.QUICK === 'true' ? 10 : 50
  const numRuns = process.env.EFFORT === 'soak' ? release : Math.min(most, runs(release / 10))
  console.info(`${numRuns} runs from seed ${seed}`)
  return { numRuns, seed }
}
