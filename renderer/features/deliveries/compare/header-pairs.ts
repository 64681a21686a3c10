type Header = readonly [name: string, value: string]

export interface HeaderPair {
  readonly left: Header | null
  readonly right: Header | null
  /** `spelled`: the value is the same, the name is written otherwise. */
  readonly state: 'same' | 'spelled' | 'changed' | 'left-only' | 'right-only'
}

/** Headers of one name beside each other, whatever their case; the n-th of one beside the n-th of the other. */
export function headerPairs(left: readonly Header[], right: readonly Header[]): readonly HeaderPair[] {
  const waiting = new Map<string, Header[]>()
  for (const header of right) waiting.set(keyOf(header), [...(waiting.get(keyOf(header)) ?? []), header])
  const paired = left.map((one): HeaderPair => {
    const other = waiting.get(keyOf(one))?.shift()
    if (other === undefined) return { left: one, right: null, state: 'left-only' }
    const state = one[1] !== other[1] ? 'changed' : one[0] !== other[0] ? 'spelled' : 'same'
    return { left: one, right: other, state }
  })
  const unpaired = new Set([...waiting.values()].flat())
  const alone = right.filter((header) => unpaired.has(header))
  return [...paired, ...alone.map((other): HeaderPair => ({ left: null, right: other, state: 'right-only' }))]
}

/** Whether the names that both have stand in another order. */
export function isReordered(left: readonly Header[], right: readonly Header[]): boolean {
  const shared = (of: readonly Header[], others: readonly Header[]) => {
    const names = new Set(others.map(keyOf))
    return of.map(keyOf).filter((name) => names.has(name))
  }
  return shared(left, right).join('\n') !== shared(right, left).join('\n')
}

const keyOf = ([name]: Header) => name.toLowerCase()
