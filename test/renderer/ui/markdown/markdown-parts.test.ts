import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownParts } from '#ui/markdown/markdown-parts.ts'
import { property } from '../../../support/runs.ts'

const line = fc.constantFrom(
  '',
  'A line of text.',
  '- an item',
  '  indented',
  '```',
  '~~~~ js',
  '> quoted',
  `${'> '.repeat(40)}deep`,
  `${'*'.repeat(600)}x`,
  'x'.repeat(3_000),
  `${'['.repeat(1_500)}`,
  '| a | b |',
)

test('splits any Markdown into small parts without losing words', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 120 }), (lines) => {
      const text = lines.join('\n')
      const parts = markdownParts(text)
      // A split code block is closed and reopened, which only adds lines of fences.
      const words = (from: string) => from.replace(/[`~\s]|js/g, '')
      expect(words(parts.map((part) => part.text).join('\n'))).toBe(words(text))
      for (const part of parts) expect(part.text.length).toBeLessThan(50_000)
    }),
    property(),
  )
})

test('keeps Markdown of typical length in one part', () => {
  const text = '# Title\r\n\r\n- a\r\n\r\n  more of a\r\n\r\n```\r\ncode\r\n\r\n# no title\r\n```\r\n'
  expect(markdownParts(text)).toEqual([{ text: text.replaceAll('\r\n', '\n'), plain: false }])
  expect(markdownParts('')).toEqual([])
})

test('splits long Markdown only between blocks', () => {
  const item = `- item\n\n${'  a paragraph of it\n\n'.repeat(9)}  ${'```'}\n  code\n\n  ${'```'}\n\n`
  const parts = markdownParts(item.repeat(500))
  expect(parts.length).toBeGreaterThan(5)
  for (const { text, plain } of parts) {
    expect(plain).toBe(false)
    expect(text.startsWith('- item\n')).toBe(true)
  }
})

test('splits a very long line of Markdown without losing text', () => {
  const line = 'word '.repeat(10_000)
  const parts = markdownParts(line)
  expect(parts.map(({ text }) => text).join('')).toBe(line)
  expect(parts.length).toBeGreaterThan(2)
  for (const { plain } of parts) expect(plain).toBe(true)
})

test('splits a huge code block into several code blocks', () => {
  const parts = markdownParts(`~~~~ js\n${'let a = "**"\n\n'.repeat(10_000)}~~~~\n\nafter`)
  expect(parts.length).toBeGreaterThan(2)
  for (const { text } of parts.slice(0, -1)) {
    expect(text).toMatch(/^~~~~/)
    expect(text.trimEnd()).toMatch(/~~~~$/)
  }
  expect(parts.at(-1)?.text).toMatch(/after$/)
})

test.each([
  ['a rule of dashes', '-'.repeat(200), false],
  ['a rule of stars with blanks', '* '.repeat(200), false],
  ['forty quotes', `${'> '.repeat(40)}x`, true],
  ['forty numbers', `${'1. '.repeat(40)}x`, true],
  ['a thousand stars and more', '*a '.repeat(1_001), true],
  ['a thousand tildes and more', '~a '.repeat(1_001), true],
  ['a thousand entities and more', '&a;'.repeat(1_001), true],
  ['a thousand cells', '| a '.repeat(1_000), false],
  ['four thousand cells and more', '|a'.repeat(4_001), true],
  ['a very long line', 'x'.repeat(20_000), true],
])('decides whether %s is parsed as Markdown: %#', (_name, text, plain) => {
  expect(markdownParts(text)[0]?.plain).toBe(plain)
})
