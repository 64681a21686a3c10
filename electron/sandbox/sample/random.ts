/** A seeded random number generator. The same seed gives the same numbers on every machine. */
export type Random = ReturnType<typeof randomFrom>

export function randomFrom(...seed: readonly (string | number)[]) {
  let state = hash(seed.join('/'))
  // mulberry32. Its 32 bits of state are enough for a sample workspace, and it is fast enough for 100,000 notes.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0],
    chance: (probability: number): boolean => next() < probability,
  }
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns an id in the format of section 2 of the specification: a prefix for the type and 14 alphanumeric characters. */
export function idFrom(prefix: string, random: Random): string {
  let id = prefix
  for (let length = 0; length < 14; length += 1) id += alphanumerics[random.below(alphanumerics.length)]
  return id
}

/** Hashes with FNV-1a, then mixes the bits, because similar seeds must not give similar numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
