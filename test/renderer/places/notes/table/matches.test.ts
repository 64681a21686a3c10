import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesIn, wordsInTitles } from '../../../../../renderer/places/notes/table/matches.ts'

const marked = (title: string, search: string) => {
  let text = ''
  let at = 0
  for (const [from, to] of matchesIn(title, wordsInTitles(search))) {
    text += `${title.slice(at, from)}[${title.slice(from, to)}]`
    at = to
  }
  return text + title.slice(at)
}

test.each([
  ['Annual budget', 'bud', 'Annual [bud]get'],
  ['Annual Büdget', 'BUDGET annual', '[Annual] [Büdget]'],
  ['Rebudgeting', 'budget', 'Re[budget]ing'],
  ['Áéí annual plan', '"annual plan"', 'Áéí [annual plan]'],
  ['Budget of Mara', 'title:budget owner:mara folder:of', '[Budget] of Mara'],
  ['On and on', 'on', '[On] and [on]'],
  ['Common ground', 'on', 'Common ground'],
  ['Ｆｕｌｌ ｗｉｄｔｈ', 'width', 'Ｆｕｌｌ [ｗｉｄｔｈ]'],
  ['会議の議事録', '議事', '会議の[議事]録'],
  ['Budget', 'after:2026-01-01 "', 'Budget'],
  ['budgets', 'budget gets', '[budgets]'],
])('highlights in the title “%s” the words of the search “%s”', (title, search, expected) => {
  expect(marked(title, search)).toBe(expected)
})

test('highlights in any title are in order and do not overlap', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (title, search) => {
      let before = -1
      for (const [from, to] of matchesIn(title, wordsInTitles(search))) {
        expect(from).toBeGreaterThan(before)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(title.length)
        before = to
      }
    }),
  )
})
