import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#core/database/database.ts'
import { createReader } from '#core/platform/reader/reader.ts'
import { type Pace, readingPace } from '#core/service-api/requests/pacing.ts'
import type { Note, NoteListItem } from '#shared/notes/model.ts'
import { createNoteStore } from '../../electron/core/notes/index/note-store.ts'
import { firstSortKey } from '../../electron/core/notes/index/sort-key.ts'
import { noteReads } from '../../electron/core/notes/reads.ts'
import { textFile } from '../../electron/core/notes/texts/text-file.ts'
import { createTextSearch } from '../../electron/core/notes/texts/text-search.ts'
import { openTextStore } from '../../electron/core/notes/texts/text-store.ts'
import { type Random, randomFrom } from '../../electron/sandbox/sample/random.ts'
import { openSandbox } from '../../electron/sandbox/sandbox.ts'
import { startApp } from '../support/page/app.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { clientBeside, clientOf, timed } from './app-client.ts'
import { memoryFigure } from './finding.ts'
import { largestOfGroup } from './machine.ts'
import { type Figure, quantile, timeFigure } from './report.ts'
import { paintsOfKeys } from './showing.ts'

const benchWorkspaceId = 'wks_texts'
const newestMs = Date.parse('2026-06-01T00:00:00Z')
const everyMs = 5 * 60_000
const textLength = 3_000
/** Number of notes in a page with snippets, as the note list requests it. */
const pageSize = 30
const phrases = 60
/** Notes of the pass that is measured, and its pace. */
const passNotes = 400
const passPace = { burst: 10, perSecond: 20 }
export const textSwitches = { summaries: true, transcripts: false, privateNotes: false }
const readerScript = new URL('../../electron/reader/index.ts', import.meta.url)
const log = { info() {}, warn() {}, error: console.error }

/** Measures the file with the text of notes and the search in it. Writes the text directly, without a service. */
export async function textFigures(notes: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-bench-'))
  const database = openDatabase(join(folder, 'notehook.db'))
  const clock = { monotonicMs: () => performance.now() }
  const reader = createReader({ database, script: readerScript, clock, log })
  // The idle reader thread doesn't keep the process alive until it is closed.
  const awake = setInterval(() => {}, 60_000)
  try {
    fillTitles(database, notes)
    const stored = fillTexts(database, notes)
    const of = `text of ${notes.toLocaleString('en')} notes`
    const typed = typedTexts(notes)
    const search = createTextSearch(database.sql)
    const page = (at: number) => ({
      workspaceId: benchWorkspaceId,
      text: typed[at] ?? '',
      limit: pageSize,
      from: null,
    })
    const here = await timed(typed.length, async (at) => void search.search(page(at)))
    search.forget(benchWorkspaceId)
    const read = reader.of(noteReads)
    await read('search', { ...page(0), isInText: true })
    const onReader = await timed(typed.length, (at) => read('search', { ...page(at), isInText: true }))
    return [
      ...stored,
      timeFigure(`${of}: a page with snippets as typed`, here, { bar: 30, aim: 10 }),
      timeFigure(`${of}: the same on the reader thread, with counts`, onReader, { bar: 60, aim: 20 }),
    ]
  } finally {
    await reader.close()
    clearInterval(awake)
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Measures how fast the app reads the text of a service's notes, its memory while it does and while it is searched, and how fast a
 * stored note opens.
 */
export async function textPassFigures(): Promise<Figure[]> {
  const service = await openSandbox({ listenerOrigin: () => null, notes: passNotes })
  const app = await startApp()
  try {
    const client = clientOf(app.url)
    const { baseUrl, apiKey } = service
    await client.call('workspaces.connect', { baseUrl, apiKey, keepInMemory: true })
    const { workspace } = { workspace: null, ...(await client.call('workspaces.status')) }
    const setPace = (pace: Pace) =>
      client.call('workspaces.update', { id: workspace?.id ?? '', changes: { pace } })
    await setPace(passPace)
    // Requests for folders come before those for text.
    for (let isRead = false; !isRead; await sleep(100)) {
      const { completeAsOf, folders } = await client.call('notes.index-status')
      isRead = completeAsOf !== null && folders.total > 0 && folders.read === folders.total
    }
    const startedAt = performance.now()
    await client.call('notes.set-texts', { switches: textSwitches, gentle: false, megabytes: 500 })
    let largest = 0
    for (let at = 0; ; at += 1) {
      const { read } = await client.call('notes.text-status')
      if (read >= passNotes) break
      await client.call('notes.search', { text: letters[at % letters.length] ?? '', in: 'everything' })
      largest = Math.max(largest, largestOfGroup(app.pid))
      await sleep(100)
    }
    const seconds = (performance.now() - startedAt) / 1000
    const share = passNotes / seconds / readingPace(passPace).perSecond
    const { notes } = await client.call('notes.list', { limit: 100 })
    await setPace({ burst: 1_000, perSecond: 1_000 })
    await service.close()
    const offline = await timed(notes.length, async (at) => {
      const input = { id: notes[at]?.id ?? '' }
      await client.call('notes.get', input).catch(() => {})
      if (!(await client.call('notes.stored', input))?.readAt) throw new Error('A stored note did not open.')
    })
    return [
      {
        what: `text of ${passNotes.toLocaleString('en')} notes at ${passPace.perSecond} requests a second`,
        measured: `${share.toFixed(2)} of the pace that reads get, ${seconds.toFixed(0)} s`,
        bar: '≥ 0.95',
        aim: '0.99',
        verdict: share >= 0.95 ? 'reached' : 'missed',
        numbers: { share, seconds },
      },
      memoryFigure('memory of the host while note text is read and searched', largest, 160, 100),
      timeFigure('a stored note while the service is stopped, with its age', offline, { bar: 100, aim: 20 }),
    ]
  } finally {
    await app.stop()
    await service.close()
  }
}

const letters = [...'abcdefghilmnoprstuvw']

function fillTitles(database: Database, notes: number, workspaceId = benchWorkspaceId): void {
  // Only the texts are measured.
  database.sql.exec('PRAGMA synchronous = OFF')
  const store = createNoteStore(database.sql)
  for (let from = 0; from < notes; from += 500) {
    const items = Array.from({ length: Math.min(500, notes - from) }, (_, at) => itemOf(from + at))
    store.merge(workspaceId, 1, items)
  }
}

/** Stores the texts from the newest note on, one per commit, as when they are read from the service. */
function fillTexts(database: Database, notes: number, workspaceId = benchWorkspaceId): Figure[] {
  const store = openTextStore(textFile(database.path, workspaceId))
  const how = { at: '2026-06-02T00:00:00.000Z', limit: Number.MAX_SAFE_INTEGER }
  const samples: number[] = []
  let processorMs = 0
  let textBytes = 0
  try {
    for (let at = 0; at < notes; at += 1) {
      const { item, note } = benchNote(at)
      const indexed = { item, sortKey: firstSortKey(item.updatedAt) }
      textBytes += Buffer.byteLength(note.summaryText ?? '')
      const before = process.cpuUsage()
      const startedAt = performance.now()
      store.put(indexed, note, undefined, textSwitches, how)
      samples.push(performance.now() - startedAt)
      const { user, system } = process.cpuUsage(before)
      processorMs += (user + system) / 1000
    }
    const bytesBefore = store.bytes()
    const mergedAt = performance.now()
    while (store.tidy());
    const mergeMs = performance.now() - mergedAt
    const mean = samples.reduce((sum, ms) => sum + ms, 0) / notes
    const share = store.bytes() / textBytes
    const of = `text of ${notes.toLocaleString('en')} notes`
    return [
      {
        what: `${of}: storing one`,
        measured: `mean ${mean.toFixed(2)} ms, processor ${(processorMs / notes).toFixed(2)} ms, p99 ${quantile(samples, 0.99).toFixed(1)} ms`,
        bar: '≤ 1 ms',
        aim: '0.7 ms',
        verdict: mean <= 1 ? 'reached' : 'missed',
        numbers: { mean, processor: processorMs / notes, longest: Math.max(0, quantile(samples, 1)) },
      },
      {
        what: `${of}: size of the file, as a share of the text`,
        measured: `${share.toFixed(2)} of ${(textBytes / 1e6).toFixed(0)} MB`,
        bar: '≤ 1.0',
        aim: '0.9',
        verdict: share <= 1 ? 'reached' : 'missed',
        numbers: { share, textBytes, shareBeforeMerge: bytesBefore / textBytes, mergeMs },
      },
    ]
  } finally {
    store.close()
  }
}

/**
 * Measures the search of texts in the page, from a key press to its paint. Writes titles and texts into the files of the running
 * app.
 */
export async function textTypingFigures(notes: number): Promise<Figure[]> {
  const service = await openSandbox({ listenerOrigin: () => null, notes: 1 })
  const app = await startApp()
  const browser = await launchChromium([])
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(app.url)
    const client = await clientBeside(page)
    const { baseUrl, apiKey } = service
    await client.call('workspaces.connect', { baseUrl, apiKey, keepInMemory: true })
    const { workspace } = { workspace: null, ...(await client.call('workspaces.status')) }
    await client.call('notes.set-texts', { switches: textSwitches, gentle: false, megabytes: 2_000 })
    while ((await client.call('notes.index-status')).completeAsOf === null) await sleep(100)
    // Without the service, the app can't remove the notes that it doesn't have.
    await service.close()
    const database = openDatabase(join(app.dataFolder, 'notehook.db'))
    fillTitles(database, notes, workspace?.id)
    fillTexts(database, notes, workspace?.id)
    database.close()
    await page.evaluate(() => {
      location.hash = '#/notes'
    })
    await page.getByRole('option').first().waitFor()
    const typed = typedTexts(notes).filter((text, at, all) => !all[at + 1]?.startsWith(text))
    // The first search also loads code, so it is not measured.
    await paintsOfKeys(page, typed.slice(0, 1))
    const what = `text of ${notes.toLocaleString('en')} notes: key press to painted`
    return [timeFigure(what, await paintsOfKeys(page, typed.slice(1, 13)), { bar: 60, aim: 33 })]
  } finally {
    await browser.close()
    await app.stop()
  }
}

/** Returns what is typed, letter by letter: a word, two words of one note, and a number that few notes have. */
function typedTexts(notes: number): string[] {
  const random = randomFrom('typed')
  return Array.from({ length: phrases }, (_, at) => {
    const of = random.below(notes)
    const words = noteOf(itemOf(of), of).summaryText?.match(/\p{L}{3,}/gu) ?? []
    const word = () => words[random.below(words.length)]?.toLowerCase() ?? ''
    return [word(), `${word()} ${word()}`, String(random.below(rareWords))][at % 3] ?? ''
  }).flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)))
}

export function benchNote(at: number): { readonly item: NoteListItem; readonly note: Note } {
  const item = itemOf(at)
  return { item, note: noteOf(item, at) }
}

function itemOf(at: number): NoteListItem {
  const random = randomFrom('title', at)
  const person = random.below(200)
  const time = new Date(newestMs - at * everyMs).toISOString()
  return {
    id: `not_${String((at * 7_919) % 1_000_003).padStart(14, '0')}`,
    title: sentence(3 + random.below(4), random),
    owner: { name: vocabulary[2_000 + person] ?? '', email: `${vocabulary[2_000 + person]}@example.com` },
    createdAt: time,
    updatedAt: time,
  }
}

/** Returns a note whose summary has headings and points in Markdown, and the same words as plain text. */
function noteOf(item: NoteListItem, at: number): Note {
  const random = randomFrom('text', at)
  const markdown: string[] = []
  const plain: string[] = []
  for (let length = 0; length < textLength; ) {
    const isHeading = markdown.length % 8 === 0
    const line = sentence(isHeading ? 3 : 8 + random.below(16), random)
    markdown.push(`${isHeading ? '### ' : '- '}${line}`)
    plain.push(line)
    length += line.length + 1
  }
  return {
    ...item,
    summaryMarkdown: markdown.join('\n'),
    summaryText: plain.join('\n'),
    privateNotesMarkdown: null,
    privateNotesText: null,
    attendees: item.owner ? [item.owner] : [],
    calendarEvent: null,
    folders: null,
    webUrl: null,
    unknown: '{}',
  }
}

function sentence(words: number, random: Random): string {
  const text = Array.from({ length: words }, () => someWord(random)).join(' ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}

/** Numbers that stand for names, dates and other rare words. One word in `rareOneIn` is rare. */
const rareWords = 100_000
const rareOneIn = 50

const someWord = (random: Random): string =>
  random.below(rareOneIn) === 0
    ? String(random.below(rareWords))
    : (vocabulary[ranks[random.below(ranks.length)] ?? 0] ?? '')

/** Words from the most to the least frequent. Frequent words are shorter, as in English. */
const vocabulary = makeVocabulary(6_000)

/** Ranks of words, each as often as Zipf's law says, so that a word is drawn with one random number. */
const ranks = makeRanks(vocabulary.length)

function makeVocabulary(size: number): readonly string[] {
  const random = randomFrom('vocabulary')
  const onsets = 'b c d f g h j k l m n p r s t v w st tr pl ch sh'.split(' ')
  const vowels = 'a e i o u ea ou io'.split(' ')
  const endings = ['', '', '', ...'n r s t l d ng nt rs'.split(' ')]
  const one = (from: readonly string[]) => from[random.below(from.length)] ?? ''
  const words = new Set<string>()
  while (words.size < size) {
    const syllables = words.size < 150 ? 1 : 1 + random.below(words.size < 1_000 ? 2 : 3)
    words.add(Array.from({ length: syllables }, () => one(onsets) + one(vowels) + one(endings)).join(''))
  }
  return [...words]
}

function makeRanks(size: number): Uint16Array {
  const weights = Array.from({ length: size }, (_, rank) => 1 / (rank + 2.7))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const drawn = new Uint16Array(2 ** 17)
  let rank = 0
  let upTo = weights[0] ?? 0
  for (let at = 0; at < drawn.length; at += 1) {
    while (((at + 0.5) / drawn.length) * all > upTo && rank < size - 1) upTo += weights[++rank] ?? 0
    drawn[at] = rank
  }
  return drawn
}
