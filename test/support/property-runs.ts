import type fc from 'fast-check'

/** How often a property runs, and from which seed, which is printed: give it back as `PROPERTY_SEED` to see a failure again. */
export function runs(numRuns: number): fc.Parameters<unknown> & { numRuns: number; seed: number } {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 0x7fffffff))
  console.info(`${numRuns} runs from seed ${seed}`)
  return { numRuns, seed }
}
