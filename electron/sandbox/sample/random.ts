/** Chance that can be repeated: the same words of seed give the same numbers, on every machine. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from 0, below `end`. */
  below(end: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  chance(probability: number): boolean
}

export function randomFrom(...seed: readonly (string | number)[]): Random {
  let state = hash(seed.join('/'))
  // mulberry32: 32 bits of state are plenty for a sample workspace, and it is quick enough for 100,000 notes.
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
    pick: (items) => items[below(items.length)] ?? items[0],
    chance: (probability) => next() < probability,
  }
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id as section 2 of the specification writes it: the prefix of its kind and 14 alphanumerics. */
export function idFrom(prefix: string, random: Random): string {
  let id = prefix
  for (let length = 0; length < 14; length += 1) id += alphanumerics[random.below(alphanumerics.length)]
  return id
}

/** FNV-1a, then stirred, since neighbouring seeds must not give neighbouring numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
