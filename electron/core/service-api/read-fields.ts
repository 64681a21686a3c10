import type { OnDifference } from './api-differences.ts'

export interface Fields {
  text(name: string): string | null
  time(name: string): string | null
  flag(name: string): boolean | null
  texts(name: string): string[] | null
  object(name: string): Fields | null
  list(name: string): readonly unknown[] | null
  any(name: string): unknown
  /** Accepts a field that is read elsewhere. With any value but `null`, `rest` returns it without reporting it. */
  nullOrRest(name: string): void
  /** Returns the names of fields that were not read or not usable. Unread fields are reported as differences. */
  rest(): readonly string[]
}

/**
 * Creates a reader for an object, or returns `null` for any other value. `where` is the object's name in reported differences.
 */
export function fieldsOf(value: unknown, where: string, onDifference: OnDifference): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const source = value as Record<string, unknown>
  const used = new Set<string>()
  const readNames = new Set<string>()
  const own = (name: string): unknown => (Object.hasOwn(source, name) ? source[name] : undefined)

  const take = <T>(name: string, accept: (found: unknown) => T | null, no = typeName): T | null => {
    readNames.add(name)
    const found = own(name)
    if (found === undefined || found === null) {
      used.add(name)
      return null
    }
    const taken = accept(found)
    if (taken === null) onDifference({ kind: 'wrong-type', where: `${where}.${name}`, what: no(found) })
    else used.add(name)
    return taken
  }

  return {
    text: (name) => take(name, (found) => (typeof found === 'string' ? found : null)),
    time: (name) =>
      take(
        name,
        (found) => (typeof found === 'string' && !Number.isNaN(Date.parse(found)) ? found : null),
        (found) => (typeof found === 'string' ? 'names no time' : typeName(found)),
      ),
    flag: (name) => take(name, (found) => (typeof found === 'boolean' ? found : null)),
    texts: (name) =>
      take(name, (found) =>
        Array.isArray(found) ? found.filter((member) => typeof member === 'string') : null,
      ),
    object: (name) => take(name, (found) => fieldsOf(found, `${where}.${name}`, onDifference)),
    list: (name) => take(name, (found) => (Array.isArray(found) ? found : null)),
    any(name) {
      used.add(name)
      return own(name)
    },
    nullOrRest(name) {
      readNames.add(name)
      if (own(name) === null) used.add(name)
    },
    rest() {
      const names = Object.keys(source).filter((name) => !used.has(name))
      for (const name of names) {
        if (!readNames.has(name))
          onDifference({ kind: 'unknown-field', where: `${where}.${name}`, what: typeName(source[name]) })
      }
      return names
    },
  }
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
