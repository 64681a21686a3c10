// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { jsonTokens, tokenLines } from '#ui/code/json-tokens.ts'
import { JsonView } from '#ui/code/json-view.tsx'
import { hostileTexts } from '../../../support/hostile-text.ts'
import { render } from '../../../support/render.tsx'
import { property } from '../../../support/runs.ts'

test.each(hostileTexts)('shows hostile text in a JSON body, key or value as text: %j', async (text) => {
  for (const body of [text, JSON.stringify({ [text]: [text, { deep: text }] }, null, 2)]) {
    const { place, remove } = await render(<JsonView label="body" text={body} />)
    const code = place.querySelector('pre')
    const elements = [...(code?.querySelectorAll('*') ?? [])].map(({ localName }) => localName)
    expect(elements.filter((name) => name !== 'span')).toEqual([])
    expect(withNames(code)).toBe(withoutUnseen(body))
    await remove()
  }
})

test('shows only the first part of a long JSON string', async () => {
  const { place, remove } = await render(<JsonView label="body" text={'x'.repeat(50_000)} />)
  expect(place.querySelector('pre')?.textContent).toMatch(/^x{20000}Show the other 30,000 characters$/)
  await remove()
})

test('splits any JSON text into tokens without changing it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      expect(
        jsonTokens(text)
          .map((token) => token.text)
          .join(''),
      ).toBe(text)
    }),
    property(30_000),
  )
})

test('splits JSON tokens into lines without changing their text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json({ maxDepth: 4 })), (text) => {
      const lines = tokenLines(jsonTokens(text)).map((line) => line.map((token) => token.text).join(''))
      expect(lines.join('')).toBe(text)
      expect(lines).toHaveLength(text.split('\n').length)
    }),
    property(30_000),
  )
})

test('numbers the lines of a code block unless there are very many', async () => {
  const numbered = async (text: string) => {
    const { place, remove } = await render(<CodeBlock label="body" text={text} numbered />)
    const code = place.querySelector('pre')
    expect(code?.textContent).toBe(text)
    const found = code?.querySelectorAll('span').length ?? 0
    await remove()
    return found
  }
  expect(await numbered('one\n\nthree\n')).toBeGreaterThanOrEqual(4)
  expect(await numbered('\n'.repeat(100_000))).toBe(0)
})

test('distinguishes JSON keys, strings, numbers and words', () => {
  const kinds = jsonTokens('{"a": "b", "c" : -1.5e3, "d": [true, null]}')
    .filter(({ kind }) => kind !== 'mark')
    .map(({ kind, text }) => `${kind} ${text}`)
  expect(kinds).toEqual([
    'key "a"',
    'string "b"',
    'key "c"',
    'number -1.5e3',
    'key "d"',
    'word true',
    'word null',
  ])
})

/** Returns the visible text, with each chip as the name of its character. */
function withNames(code: Element | null): string {
  return code?.textContent ?? ''
}

function withoutUnseen(text: string): string {
  return [...text].map((character) => (isUnseen(character) ? name(character) : character)).join('')
}

function isUnseen(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return unseen.some(([from, to]) => point >= from && point <= to)
}

function name(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

const unseen: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x115f, 0x1160],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2069],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe007f],
]
