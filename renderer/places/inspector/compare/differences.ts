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

export interface ByteChanges {
  /** The offset of the first byte that differs, or the length of the shorter body. `null` if both bodies are equal. */
  readonly at: number | null
  readonly sameEnd: number
}

export function byteChanges(one: Uint8Array, other: Uint8Array): ByteChanges {
  const shorter = Math.min(one.length, other.length)
  let at = 0
  while (at < shorter && one[at] === other[at]) at += 1
  if (at === shorter && one.length === other.length) return { at: null, sameEnd: 0 }
  let sameEnd = 0
  while (sameEnd < shorter - at && one[one.length - 1 - sameEnd] === other[other.length - 1 - sameEnd])
    sameEnd += 1
  return { at, sameEnd }
}

export interface HexRow {
  readonly offset: number
  readonly bytes: readonly { readonly hex: string; readonly character: string; readonly differs: boolean }[]
}

const width = 16
const rowsBefore = 2
const rowsShown = 8

/**
 * Returns rows of sixteen bytes, starting shortly before an offset. A byte differs if the other side has a different byte or no
 * byte at that offset.
 */
export function hexRowsAround(at: number, bytes: Uint8Array, other: Uint8Array): readonly HexRow[] {
  const first = Math.max(0, Math.floor(at / width) - rowsBefore) * width
  const rows: HexRow[] = []
  for (let offset = first; offset < bytes.length && rows.length < rowsShown; offset += width) {
    rows.push({
      offset,
      bytes: [...bytes.subarray(offset, offset + width)].map((byte, index) => ({
        hex: byte.toString(16).padStart(2, '0'),
        character: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
        differs: byte !== other[offset + index],
      })),
    })
  }
  return rows
}
