import type { Suggestion } from '#shared/notes/folder-contract.ts'
import type { SearchKey } from '#shared/notes/search-terms.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { folded } from '../folded.ts'

export interface SuggestFrom {
  /** The keys that are suggested. Those of text are left out if there is none. */
  readonly keys: readonly SearchKey[]
  readonly owners: () => readonly { readonly name: string; readonly email: string; readonly notes: number }[]
  readonly folders: () => readonly {
    readonly name: string
    readonly foldedName: string
    readonly notes: number
    readonly isUnread: boolean
  }[]
  readonly now: Date
}

const most = 8

/** Suggests completions for the term at the caret: a filter's key, or the value after it. */
export function suggest(text: string, caret: number, from: SuggestFrom): OutputOf<'notes.suggest'> {
  const before = text.slice(0, caret)
  const found = before.match(valueAtCaret)?.groups ?? before.match(wordAtCaret)?.groups
  if (!found) return { from: caret, to: caret, suggestions: [] }
  const { key, open = '', value = '' } = found
  const start = caret - (key === undefined ? value.length : key.length + 1 + open.length + value.length)
  const end = caret + (text.slice(caret).match(open === '' ? /^[^\s"]*/ : /^[^"]*"?/)?.[0].length ?? 0)
  const suggestions =
    key === undefined ? keysFor(value, from.keys) : valuesFor(key.toLowerCase(), value, from)
  return { from: start, to: end, suggestions: suggestions.slice(0, most) }
}

const valueAtCaret =
  /(?:^|\s)(?<key>owner|folder|after|before):(?:(?<open>")(?<value>[^"]*)|(?<value>[^\s"]*))$/i
const wordAtCaret = /(?:^|\s)(?<value>[^\s":]*)$/

const details: Readonly<Record<SearchKey, string>> = {
  title: 'in the title',
  owner: 'owner’s name or email',
  folder: 'in a folder or its subfolders',
  text: 'in the text',
  transcript: 'in the transcript',
  after: 'updated after a date',
  before: 'updated before a date',
}

function keysFor(typed: string, keys: SuggestFrom['keys']): Suggestion[] {
  const wanted = typed.toLowerCase()
  return keys.flatMap((key) => {
    const label = `${key}:`
    return label.startsWith(wanted)
      ? { kind: 'key', insert: label, label, detail: details[key], notes: null }
      : []
  })
}

function valuesFor(key: string, typed: string, from: SuggestFrom): Suggestion[] {
  if (key === 'owner') return ownersFor(typed, from.owners())
  if (key === 'folder') return foldersFor(typed, from.folders())
  return daysFor(key, typed, from.now)
}

function ownersFor(typed: string, owners: ReturnType<SuggestFrom['owners']>): Suggestion[] {
  const wanted = folded(typed).trim()
  const namesakes = new Map<string, number>()
  for (const { name } of owners) namesakes.set(name, (namesakes.get(name) ?? 0) + 1)
  return owners
    .flatMap(({ name, email, notes }) => {
      // Searches the domain only if the text contains `@` or a dot, because most users have the same domain.
      const address = /[@.]/.test(wanted) ? email : (email.split('@')[0] ?? '')
      const rank = Math.max(rankOf(folded(name), wanted), rankOf(folded(address), wanted))
      return rank === 0 ? [] : [{ name, email, notes, rank }]
    })
    .sort((a, b) => b.rank - a.rank || b.notes - a.notes || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name, email, notes }) => {
      const value = (namesakes.get(name) ?? 0) > 1 && email !== '' ? email : name
      return { kind: 'owner', insert: `owner:${inQuotes(value)} `, label: name, detail: email, notes }
    })
}

/** Suggests folders. Folders with the same name are one suggestion, because a search for the name finds all of them. */
function foldersFor(typed: string, folders: ReturnType<SuggestFrom['folders']>): Suggestion[] {
  const wanted = folded(typed).trim()
  const byName = new Map<
    string,
    { name: string; count: number; notes: number; isUnread: boolean; rank: number }
  >()
  for (const { name, foldedName, notes, isUnread } of folders) {
    const rank = rankOf(foldedName, wanted)
    if (rank === 0 || foldedName === '') continue
    const known = byName.get(name)
    byName.set(name, {
      name,
      count: (known?.count ?? 0) + 1,
      notes: (known?.notes ?? 0) + notes,
      isUnread: (known?.isUnread ?? false) || isUnread,
      rank,
    })
  }
  return [...byName.values()]
    .sort((a, b) => b.rank - a.rank || b.notes - a.notes || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name, count, notes, isUnread }) => ({
      kind: 'folder',
      insert: `folder:${inQuotes(name)} `,
      label: name,
      detail: count > 1 ? `${count} folders` : '',
      // The number of notes is unknown until the folder has been read.
      notes: isUnread && notes === 0 ? null : notes,
      ...(isUnread ? { atLeast: true } : {}),
    }))
}

/** Ranks a match: 3 at the start of the text, 2 at the start of a word, 1 anywhere else, and 0 if there is none. */
function rankOf(text: string, wanted: string): 0 | 1 | 2 | 3 {
  if (text.startsWith(wanted)) return 3
  const at = text.indexOf(wanted)
  if (at < 0) return 0
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 2 : 1
}

const inQuotes = (text: string) => (/[\s"]/u.test(text) ? `"${text.replaceAll('"', ' ').trim()}"` : text)

const dayMs = 86_400_000

function daysFor(key: string, typed: string, now: Date): Suggestion[] {
  const back = (days: number) => localDay(new Date(now.getTime() - days * dayMs))
  const days: readonly (readonly [string, string])[] = [
    [back(1), 'yesterday'],
    [back(7), 'a week ago'],
    [back(30), '30 days ago'],
    [`${localDay(now).slice(0, 4)}-01-01`, 'start of the year'],
    [back(365), 'a year ago'],
  ]
  return days.flatMap(([day, words]) =>
    day.startsWith(typed)
      ? [{ kind: 'day' as const, insert: `${key}:${day} `, label: day, detail: words, notes: null }]
      : [],
  )
}

const localDay = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
