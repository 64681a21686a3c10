/**
 * How many times a long test repeats its work: a tenth of `ci` in `npm test`, `ci` in `npm run test:hard`, and the number for a
 * release in `npm run test:soak`, by default ten times `ci`.
 */
export function runs(ci: number, release = ci * 10): number {
  if (process.env.EFFORT === 'soak') return release
  return process.env.EFFORT === 'hard' ? ci : Math.ceil(ci / 10)
}

/** How many times a test kills a process: 5 in `npm test`, 100 in `npm run test:hard`, 200 in `npm run test:soak`. */
export function kills(): number {
  if (process.env.EFFORT === 'soak') return 200
  return process.env.EFFORT === 'hard' ? 100 : 5
}

/** Times count only in `npm run test:hard` and `npm run test:soak`. */
export const isHard = process.env.EFFORT === 'hard' || process.env.EFFORT === 'soak'

/** The time limit, in milliseconds, of a test whose properties run that much more often. */
export const patience = (ms: number): number => ms * runs(10)

/**
 * Parameters for fast-check, with a seed that is printed. A property runs at most 50 times in `npm test`, at most 1,000 times in
 * `npm run test:hard`, and `release` times in `npm run test:soak`; one whose release number is small, because a run of it is slow,
 * runs a hundredth and a tenth of that. Set `PROPERTY_SEED` to the printed seed to reproduce a failure, and turn a failing case
 * into its own test.
 */
export function property(release = 10_000): { readonly numRuns: number; readonly seed: number } {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 0x7fffffff))
  const numRuns = process.env.EFFORT === 'soak' ? release : Math.min(isHard ? 1_000 : 50, runs(release / 10))
  console.info(`${numRuns} runs from seed ${seed}`)
  return { numRuns, seed }
}
