import type fc from 'fast-check'

/**
 * How often a property runs, and from which seed, which is printed: give it back as `PROPERTY_SEED` to see a failure again.
 * `PROPERTY_SCALE=10` runs each ten times as often.
 */
export function runs(numRuns: number): fc.Parameters<unknown> & { numRuns: number; seed: number } {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 0x7fffffff))
  const scaled = numRuns * Number(process.env.PROPERTY_SCALE ?? 1)
  console.info(`${scaled} runs from seed ${seed}`)
  return { numRuns: scaled, seed }
}
