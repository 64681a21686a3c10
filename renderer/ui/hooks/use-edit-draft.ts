import { useDraft } from './use-draft.ts'

/** Changes to something that may change elsewhere meanwhile, such as in another window. */
export interface EditDraft<Fields> {
  /** What was typed, over what the rest is now. */
  readonly fields: Fields
  readonly change: (fields: Fields) => void
  /** `sent`: keeps what was typed after that was sent. */
  readonly clear: (sent?: Fields) => void
  readonly restored: boolean
  /** Typed here and changed elsewhere since. */
  readonly conflicts: readonly (keyof Fields)[]
  /** Gives up what was typed into those. */
  readonly takeCurrent: () => void
}

/** `now`: the values as they are now; `initial`: with what another page proposes. See `useDraft`. */
export function useEditDraft<Fields extends object>(
  name: string,
  { initial, now }: { readonly initial: Fields; readonly now: Fields },
  isValue: (stored: unknown) => stored is Fields,
  onDisk?: (fields: Fields) => Fields,
): EditDraft<Fields> {
  const [typed, setTyped, clearTyped, restored] = useDraft(name, initial, isValue, onDisk)
  // What it was typed over, which a draft of an earlier day needs too.
  const [base, setBase, clearBase] = useDraft(`${name}:base`, now, isValue, onDisk)
  const fields = { ...typed }
  const nextBase = { ...now }
  const conflicts: (keyof Fields)[] = []
  for (const key of Object.keys(now) as (keyof Fields)[]) {
    if (isSame(typed[key], base[key])) fields[key] = now[key]
    else if (!isSame(base[key], now[key]) && !isSame(typed[key], now[key])) {
      conflicts.push(key)
      nextBase[key] = base[key]
    }
  }
  const change = (next: Fields) => {
    setTyped(next)
    setBase(nextBase)
  }
  return {
    fields,
    change,
    clear(sent) {
      clearTyped(sent)
      clearBase()
    },
    restored,
    conflicts,
    takeCurrent() {
      setTyped(Object.assign({ ...fields }, ...conflicts.map((key) => ({ [key]: now[key] }))) as Fields)
      setBase(now)
    },
  }
}

/** Lists are sets, whose order may change. */
const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other)
const textOf = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)
