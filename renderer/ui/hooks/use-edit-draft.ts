import { useDraft } from './use-draft.ts'

/** Changes to an object that may also change elsewhere, for example in another window. */
export interface EditDraft<Fields> {
  /** All fields of the object. Fields that the user has edited have the typed values. */
  readonly fields: Fields
  readonly change: (fields: Fields) => void
  /** If `sent` is given, keeps text that was typed after `sent` was submitted. */
  readonly clear: (sent?: Fields) => void
  readonly restored: boolean
  /** Fields that were edited here and have since changed elsewhere. */
  readonly conflicts: readonly (keyof Fields)[]
  readonly takeCurrent: () => void
}

/**
 * Edits an object in a draft. `now` contains its current values, and `initial` may also contain values proposed by another page.
 * See `useDraft`.
 */
export function useEditDraft<Fields extends object>(
  name: string,
  { initial, now }: { readonly initial: Fields; readonly now: Fields },
  isValue: (stored: unknown) => stored is Fields,
  onDisk?: (fields: Fields) => Fields,
): EditDraft<Fields> {
  const [typed, setTyped, clearTyped, restored] = useDraft(name, initial, isValue, onDisk)
  // The values at the start of the edit. They are part of the draft, because conflicts are found by comparing them with the
  // current values.
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

/** Compares lists as sets, because their order may change. */
const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other)
const textOf = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)
