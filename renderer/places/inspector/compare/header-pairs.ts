type Header = readonly [name: string, value: string]

export interface HeaderPair {
  readonly left: Header | null
  readonly right: Header | null
  /** `spelled` means that the values are equal but the case of the names differs. */
  readonly state: 'same' | 'spelled' | 'changed' | 'left-only' | 'right-only'
}

export function headerPairs(left: readonly Header[], right: readonly Header[]): readonly HeaderPair[] {
  const unpairedByName = new Map<string, Header[]>()
  for (const header of right)
    unpairedByName.set(keyOf(header), [...(unpairedByName.get(keyOf(header)) ?? []), header])
  const paired = left.map((one): HeaderPair => {
    const other = unpairedByName.get(keyOf(one))?.shift()
    if (other === undefined) return { left: one, right: null, state: 'left-only' }
    const state = one[1] !== other[1] ? 'changed' : one[0] !== other[0] ? 'spelled' : 'same'
    return { left: one, right: other, state }
  })
  const unpaired = new Set([...unpairedByName.values()].flat())
  const alone = right.filter((header) => unpaired.has(header))
  return [...paired, ...alone.map((other): HeaderPair => ({ left: null, right: other, state: 'right-only' }))]
}

/** Whether the header names that both sides share are in a different order. */
export function isReordered(left: readonly Header[], right: readonly Header[]): boolean {
  const shared = (of: readonly Header[], others: readonly Header[]) => {
    const names = new Set(others.map(keyOf))
    return of.map(keyOf).filter((name) => names.has(name))
  }
  return shared(left, right).join('\n') !== shared(right, left).join('\n')
}

const keyOf = ([name]: Header) => name.toLowerCase()
