import fc from 'fast-check'
import { load } from 'js-yaml'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { noteFile, transcriptFile } from '#core/exports/note-markdown.ts'
import type { Note } from '#shared/notes/model.ts'
import { hardenMarkdown } from '../../../../electron/adapters/markdown-hardening.ts'
import { hostileTexts } from '../../../support/hostile-text.ts'
import { property } from '../../../support/runs.ts'

const note: Note = {
  id: 'not_1d3tmYTlCICgjy',
  title: 'Annual budget: first pass',
  owner: { name: 'Mara Lind', email: 'mara@example.com' },
  createdAt: '2026-03-01T09:00:00Z',
  updatedAt: '2026-03-02T08:12:00Z',
  summaryMarkdown: 'We **agreed** on 3 %.',
  summaryText: null,
  privateNotesMarkdown: 'my secret thoughts',
  privateNotesText: 'my secret thoughts',
  attendees: [
    { name: 'Mara Lind', email: 'mara@example.com' },
    { name: '', email: 'jo@example.com' },
  ],
  calendarEvent: null,
  folders: null,
  webUrl: 'https://notes.example.com/n/1',
  unknown: '{}',
}
const parts = { note, space: 'Company', folders: ['Finance/Budget'], transcript: [] }
const asItIs = (text: string) => text

test('writes a note’s properties, title and summary as Markdown, but no private notes', () => {
  expect(noteFile(parts, asItIs)).toBe(`---
id: "not_1d3tmYTlCICgjy"
title: "Annual budget: first pass"
aliases: ["Annual budget: first pass"]
owner: "Mara Lind"
attendees: ["Mara Lind","jo@example.com"]
created: "2026-03-01T09:00:00Z"
updated: "2026-03-02T08:12:00Z"
space: "Company"
folders: ["Finance/Budget"]
url: "https://notes.example.com/n/1"
---
# Annual budget: first pass

We **agreed** on 3 %.
`)
})

test('writes a transcript as a section of the Markdown file or as a separate file', () => {
  const transcript = [
    { speaker: 'Mara *L*', text: 'Is <b>this</b> it?', start: 1, end: 2 },
    { speaker: null, text: 'Yes.', start: null, end: null },
  ]
  const section = noteFile({ ...parts, transcript }, asItIs)
  expect(section).toContain(
    '\n\n## Transcript\n\n**Mara \\*L\\*:** Is &lt;b>this&lt;/b> it?\n\n**Speaker:** Yes.\n',
  )
  const file = transcriptFile({ ...parts, transcript }, asItIs, 'a.md')
  expect(file).toContain('id: "not_1d3tmYTlCICgjy"\ntype: "transcript"\n')
  expect(file).not.toContain('agreed')
})

test('gives a transcript’s file its own title, so that only the note’s file has the title of the note', () => {
  const file = transcriptFile(parts, asItIs, 'a.md')
  expect(file).toContain('title: "Annual budget: first pass (transcript)"\n')
  expect(file).toContain('\n# Annual budget: first pass (transcript)\n')
  expect(file).not.toContain('aliases')
  const untitled = transcriptFile({ ...parts, note: { ...note, title: ' ' } }, asItIs, 'a.md')
  expect(untitled).toContain('title: "Untitled (transcript)"\n')
})

test.each(['R&D &amp; Büro (draft) 100%20 [x] 設計 😀.md', 'Q&A) (.md', "It's $5 + 3; a=b, ok!.md"])(
  'links a note and its transcript under any file name: %s',
  (name) => {
    const hostile = { ...note, summaryMarkdown: '```\nnever closed' }
    for (const file of [
      noteFile({ ...parts, note: hostile }, hardenMarkdown, name),
      transcriptFile({ ...parts, note: hostile }, hardenMarkdown, name),
    ]) {
      const [link] = linksIn(file)
      expect(decodeURIComponent(link ?? '')).toBe(name)
    }
    expect(linksIn(noteFile(parts, hardenMarkdown))).toEqual([])
  },
)

const linksIn = (file: string) =>
  fromMarkdown(file.replace(/^---\n[\s\S]*?\n---\n/, '')).children.flatMap((block) =>
    block.type === 'paragraph'
      ? block.children.flatMap((part) => (part.type === 'link' ? part.url : []))
      : [],
  )

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...hostileTexts, '---', '...', ': ', '\u0085', '\ufffe'),
)

test('two YAML parsers read the same properties from an exported Markdown file', () => {
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1 }), (title, folders) => {
      const file = noteFile({ ...parts, note: { ...note, title }, folders }, asItIs)
      const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(file) ?? []
      const expected = {
        title: title.toWellFormed(),
        folders: folders.map((folder) => folder.toWellFormed()),
      }
      expect(parse(yaml)).toMatchObject(expected)
      expect(load(yaml)).toMatchObject(expected)
    }),
    property(),
  )
})

test('gives each property the same type in every exported Markdown file, and names it once', () => {
  const types: Record<string, string> = {
    ...{ id: 'text', type: 'text', title: 'text', owner: 'text', created: 'text', updated: 'text' },
    ...{ space: 'text', url: 'text', aliases: 'list', attendees: 'list', folders: 'list' },
  }
  const maybe = fc.option(text, { nil: null })
  fc.assert(
    fc.property(maybe, maybe, fc.array(text), fc.boolean(), (name, time, texts, isTranscript) => {
      const owner = name === null ? null : { name, email: 'mara@example.com' }
      const attendees = texts.map((name) => ({ name, email: '' }))
      const one = {
        ...note,
        title: name ?? '',
        owner,
        createdAt: time,
        updatedAt: time,
        webUrl: name,
        attendees,
      }
      const all = { ...parts, note: one, space: name, folders: texts }
      const file = isTranscript ? transcriptFile(all, asItIs, 'a.md') : noteFile(all, asItIs)
      const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(file) ?? []
      // Throws if a property is there twice.
      for (const [key, value] of Object.entries(parse(yaml, { uniqueKeys: true }))) {
        const list = Array.isArray(value) ? value : null
        expect({ [key]: list ? 'list' : 'text' }).toEqual({ [key]: types[key] })
        for (const part of list ?? [value]) expect(typeof part).toBe('string')
      }
    }),
    property(),
  )
})
