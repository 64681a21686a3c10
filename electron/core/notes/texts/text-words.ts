import { commonWords } from '#shared/notes/common-words.ts'
import { folded, foldedPlaces } from '#shared/notes/folded.ts'
import type { TextMatch } from '#shared/notes/index-contract.ts'
import type { Note, TranscriptLine } from '#shared/notes/model.ts'

/** A piece of a note that is searched on its own: a field, or one line of the transcript. */
export interface TextPart {
  readonly part: TextMatch['part']
  readonly speaker: string | null
  readonly text: string
  /** The folded text. */
  readonly key: string
}

/** A searched word or phrase. */
export interface TextTerm {
  /** Full-text expressions that all texts with the term match. Empty for punctuation, which is not indexed. */
  readonly candidates: readonly string[]
  readonly pattern: RegExp
  /** The parts that may contain the term. `null` for all. */
  readonly parts: readonly TextMatch['part'][] | null
  /** Whether the term is a complete word of at most four letters, such as *the*. */
  readonly isShort: boolean
  readonly isCommon: boolean
}

/** Returns a note's searchable parts. The plain text of a field is preferred to its Markdown, because excerpts show it. */
export function partsOf(note: Note, lines: readonly TranscriptLine[]): readonly TextPart[] {
  const { title, owner, attendees } = note
  const person = (one: Note['owner']) => [one?.name, one?.email].filter(Boolean).join(' ')
  const field = (part: TextMatch['part'], text: string) => ({ part, speaker: null, text })
  return [
    field('summary', note.summaryText?.trim() ? note.summaryText : (note.summaryMarkdown ?? '')),
    field(
      'private',
      note.privateNotesText?.trim() ? note.privateNotesText : (note.privateNotesMarkdown ?? ''),
    ),
    ...lines.map(({ speaker, text }) => ({ part: 'transcript' as const, speaker, text })),
    field('attendees', attendees.map(person).join(', ')),
    field('title', title),
    field('owner', person(owner)),
  ]
    .filter(({ text }) => text !== '')
    .map((one) => ({ ...one, key: fold(one.text) }))
}

/**
 * Returns the words to index, separated by spaces. Chinese and Japanese have no spaces between words, so that overlapping pairs
 * of characters are indexed in place of words, and the last character on its own.
 */
export function wordsOf(parts: readonly TextPart[]): string {
  const words: string[] = []
  for (const { key } of parts) {
    for (const { run, word } of piecesOf(key)) {
      const letters = run === undefined ? [] : [...run]
      for (const [at, letter] of letters.entries()) words.push(letter + (letters[at + 1] ?? ''))
      if (word !== undefined) words.push(word)
    }
  }
  return words.join(' ')
}

/** Lengths of the beginnings of words that have their own index. */
const prefixes = [5, 3, 2, 1]

/** Prepares a term for searching. `isBeginning` means that its last word may continue. Returns `null` for blank text. */
export function termOf(
  text: string,
  { isBeginning, parts }: Pick<TextTerm, 'parts'> & { readonly isBeginning: boolean },
): TextTerm | null {
  const key = fold(text).trim()
  if (key === '') return null
  const pieces = [...piecesOf(key)]
  const kind = { parts, isShort: !isBeginning && key.length <= 4, isCommon: commonWords.has(key) }
  if (pieces.length === 0) return { candidates: [], pattern: new RegExp(literal(key), 'gv'), ...kind }
  const candidates = pieces.flatMap(({ run, word = '' }, index) => {
    if (run !== undefined) {
      const letters = [...run]
      if (letters.length === 1) return `"${run}" *`
      return letters.slice(1).map((letter, at) => `"${letters[at]}${letter}"`)
    }
    if (!isBeginning || index < pieces.length - 1) return `"${word}"`
    const letters = [...word]
    const length = prefixes.find((most) => most <= letters.length) ?? 1
    return `"${letters.slice(0, length).join('')}" *`
  })
  const sources = pieces.map(({ run, word = '' }, index) => {
    if (run !== undefined) return literal(run)
    if (isSign(word)) return literal(word)
    const end = isBeginning && index === pieces.length - 1 ? '' : `(?!${wordLetter})`
    return `(?<!${wordLetter})${literal(word)}${end}`
  })
  return { candidates, pattern: new RegExp(sources.join(String.raw`[^\p{L}\p{N}]*`), 'gv'), ...kind }
}

const longest = 140
/** Distance within which words count as near each other. */
const near = 100
/** Characters before the first word that must be visible. A row in a narrow list shows about 60. */
const lead = 24
const mostMarks = 5
/** Maximum number of places of a term that are compared. */
const mostPlaces = 100

/**
 * Returns an excerpt around the place where most words are nearest each other. Returns `null` unless the parts contain all
 * terms.
 */
export function matchOf(parts: readonly TextPart[], terms: readonly TextTerm[]): TextMatch | null {
  const termsOf = ({ part }: TextPart) => terms.filter((term) => term.parts?.includes(part) ?? true)
  const missing = new Set(terms)
  let best: {
    readonly part: TextPart
    readonly found: readonly Place[]
    /** A word such as *the* counts less than any other. */
    readonly score: number
    readonly length: number
  } | null = null
  for (const part of parts) {
    const places = termsOf(part).flatMap((term) => {
      const all = placesOf(part.key, term)
      return all.map(([start]): Place => ({ term, start, count: all.length }))
    })
    for (const { term } of places) missing.delete(term)
    places.sort((a, b) => a.start - b.start)
    for (const [index, { start }] of places.entries()) {
      const found = new Map<TextTerm, Place>()
      for (let at = index; at < places.length; at += 1) {
        const place = places[at]
        if (!place || place.start > start + near) break
        if (!found.has(place.term)) found.set(place.term, place)
      }
      const length = Math.max(...[...found.values()].map((place) => place.start)) - start
      let score = 0
      for (const { isCommon } of found.keys()) score += isCommon ? 1 : terms.length
      const isBetter =
        best === null ||
        score > best.score ||
        (score === best.score && part === best.part && length < best.length)
      if (isBetter) best = { part, found: [...found.values()], score, length }
    }
  }
  if (missing.size > 0 || best === null) return null
  const { part, speaker, text, key } = best.part
  // The row may be too short for all words, so the excerpt begins just before the rarest.
  const { found } = best
  const uncommon = found.filter(({ term }) => !term.isCommon)
  const rarest = (uncommon.length > 0 ? uncommon : found).reduce((rare, place) =>
    place.count < rare.count ? place : rare,
  )
  const frequent = found.filter(({ term, count }) => term.isShort && count > rarest.count)
  const all = termsOf(best.part)
  const common = uncommon.length > 0 ? all.filter(({ isCommon }) => isCommon) : []
  const words = { terms: all, minor: new Set([...common, ...frequent.map(({ term }) => term)]) }
  // Most text has as many letters as its folded text, so that the places are the same.
  const guess = key.length === text.length ? excerpt(text, rarest.start, words) : null
  return {
    part,
    speaker,
    ...(guess && guess.marks.length > 0 ? guess : excerpt(text, originalIndex(text, rarest.start), words)),
  }
}

interface Place {
  readonly term: TextTerm
  readonly start: number
  /** Number of places of the term in the same part. */
  readonly count: number
}

function placesOf(key: string, { pattern }: TextTerm): [start: number, end: number][] {
  const places: [number, number][] = []
  for (const found of key.matchAll(pattern)) {
    places.push([found.index, found.index + found[0].length])
    if (places.length >= mostPlaces) break
  }
  return places
}

/** Returns the place in a text whose beginning folds to `length` characters. Folding is fast, and mapping every letter is not. */
function originalIndex(text: string, length: number): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (fold(text.slice(0, middle)).length < length) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns an excerpt that shows the place `at`. Words such as *the* are `minor`: marked only beside another marked word. */
function excerpt(
  text: string,
  at: number,
  { terms, minor }: { readonly terms: readonly TextTerm[]; readonly minor: ReadonlySet<TextTerm> },
): Pick<TextMatch, 'text' | 'marks'> {
  // Starts early enough for the folded place to be inexact, and at the beginning of a word.
  const from = boundary(text, at - 40, 1)
  const window = text.slice(from, boundary(text, from + 300, -1))
  const { key, places } = foldedPlaces(window)
  const folds = key.replaceAll('ς', 'σ')
  const all = terms
    .flatMap((term) =>
      placesOf(folds, term).map(([start, end]) => ({ start, end, isMinor: minor.has(term) })),
    )
    .map((mark) => ({ ...mark, start: places[mark.start] ?? 0, end: places[mark.end] ?? window.length }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const first = all.find(({ start }) => start >= at - from - 3) ?? all[0]
  const room = longest - 2
  const begin = first ? Math.max(0, Math.min(boundary(window, first.start - lead, 1), first.start)) : 0
  const end =
    window.length - begin <= room ? window.length : Math.max(begin + 1, boundary(window, begin + room, -1))
  const [before, after] = [from + begin > 0 ? '…' : '', from + end < text.length ? '…' : '']
  const runs: { start: number; end: number; isMinor: boolean }[] = []
  for (const mark of all) {
    if (mark.start < begin || mark.end > end) continue
    const last = runs.at(-1)
    if (last && window.slice(last.end, mark.start).trim() === '') {
      last.end = Math.max(last.end, mark.end)
      last.isMinor &&= mark.isMinor
    } else runs.push({ ...mark })
  }
  const shift = before.length - begin
  const marks = runs
    .filter(({ isMinor }) => !isMinor)
    .slice(0, mostMarks)
    .map(({ start, end }): [number, number] => [start + shift, end + shift])
  return { text: before + window.slice(begin, end).replace(/\s/gu, ' ') + after, marks }
}

/** Moves a place to the nearest space within 30 characters, in a direction, or at least out of a letter and its marks. */
function boundary(text: string, at: number, step: 1 | -1): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  for (let place = at, left = 30; left > 0 && place > 0 && place < text.length; left -= 1, place += step) {
    if (/\s/u.test(text[place] ?? '')) return step === 1 ? place + 1 : place
  }
  let place = at
  while (place > 0 && /^[\p{M}\p{Cf}\u{dc00}-\u{dfff}]/v.test(text[place] ?? '')) place -= 1
  return place
}

const runLetter = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{N}]]`
const wordLetter = String.raw`[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]`
const pieces = new RegExp(`(?<run>${runLetter}+)|(?<word>${wordLetter}+|\\p{Extended_Pictographic})`, 'gv')
const isSign = (word: string) => /^\p{Extended_Pictographic}$/v.test(word)

function* piecesOf(key: string): Iterable<{ readonly run?: string; readonly word?: string }> {
  for (const { groups = {} } of key.matchAll(pieces)) yield groups
}

/** Folds text. A Greek sigma is the same letter at the end of a word. */
const fold = (text: string) => folded(text).replaceAll('ς', 'σ')

const literal = (text: string) =>
  [...text].map((letter) => `\\u{${letter.codePointAt(0)?.toString(16) ?? ''}}`).join('')
