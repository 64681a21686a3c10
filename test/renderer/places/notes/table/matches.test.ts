import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded } from '#shared/notes/folded.ts'
import {
  bestPlace,
  matchesIn,
  placesInText,
  wordsInText,
  wordsInTitles,
} from '../../../../../renderer/places/notes/table/matches.ts'
import { property } from '../../../../support/runs.ts'

const marked = (title: string, search: string, findsInside = true) => {
  let text = ''
  let at = 0
  for (const [from, to] of matchesIn(title, wordsInTitles(search), findsInside)) {
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
  ['Budget', 'text:budget', 'Budget'],
  ['budgets', 'budget gets', '[budgets]'],
  ['Office: day off', 'off day', 'Office: [day] [off]'],
  ['For the plan of the year', 'plan of year', 'For the [plan] [of] the [year]'],
  ['The plan for Mara', 'the budget for mara', 'The plan [for] [Mara]'],
  ['Plan of the of', 'of the', 'Plan [of] [the] [of]'],
  ['C++ for teams', 'c++ teams', '[C++] for [teams]'],
])('highlights in the title “%s” the words of the search “%s”', (title, search, expected) => {
  expect(marked(title, search)).toBe(expected)
})

test('highlights no part of a word in the title of a note that was found by its text', () => {
  expect(marked('Office rebudget', 'off budget', false)).toBe('Office rebudget')
  expect(marked('Office rebudget', 'office bud', false)).toBe('[Office] rebudget')
})

test('highlights in a title are in order and do not overlap', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (title, search) => {
      let before = -1
      for (const [from, to] of matchesIn(title, wordsInTitles(search), true)) {
        expect(from).toBeGreaterThan(before)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(title.length)
        before = to
      }
    }),
  )
})

const markedText = (text: string, search: string) =>
  placesInText(text, wordsInText(search)).reduceRight(
    (shown, { range: [from, to] }) => `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`,
    text,
  )

test.each([
  ['marathon with Mara: budgets', 'mara budget', 'marathon with [Mara]: [budget]s'],
  ['Rebudget the BÜDGET', 'budget', 'Rebudget the [BÜDGET]'],
  ['moved, then late', '“moved, then”', '[moved], [then] late'],
  ['an annual plan, nowhere', '"annual plan" text:now', 'an [annual plan], [now]here'],
  ['follow up, follow-ups', 'follow-up', '[follow up], [follow-up]s'],
  ['follow 🎉 up', 'follow-up', '[follow 🎉 up]'],
  ['a 🎉 party', '🎉 – par', 'a [🎉] [par]ty'],
  ['会議の議事録', '議事', '会議の[議事]録'],
  ['Mara said so', 'owner:mara title:said', 'Mara said so'],
  ['the plan of the year, of course', 'plan of year', 'the [plan] [of] the [year], of course'],
])('highlights in the text “%s” the words of the search “%s”', (text, search, expected) => {
  expect(markedText(text, search)).toBe(expected)
})

test('highlights in any text are the words of the search, in order', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'Ä', 'ｂ', 'ß', '한', '中', 'ﬁ', '👩‍👩‍👧', ' ', '\u202e', '\u200b'),
  })
  fc.assert(
    fc.property(letters, letters, (text, search) => {
      const words = wordsInText(search)
      let before = 0
      for (const { word, range } of placesInText(text, words)) {
        const [from, to] = range
        expect(from).toBeGreaterThanOrEqual(before)
        const found = folded(text.slice(from, to))
        const lettersOf = (one = '') => one.replace(/[^\p{L}\p{N}]/gu, '')
        const emojiOf = (one = '') => one.match(/\p{Extended_Pictographic}/gu) ?? []
        expect(lettersOf(found)).toBe(lettersOf(words[word]))
        // An emoji may also stand between two words.
        expect(emojiOf(found)).toEqual(expect.arrayContaining(emojiOf(words[word])))
        before = from
      }
    }),
    property(),
  )
})

test('the best match in a text has the most searched words close together', () => {
  const filler = 'and more '.repeat(20)
  const text = `the start ${filler} the end ${filler} moved the plan ${filler} moved`
  const best = bestPlace(placesInText(text, ['moved', 'the', 'plan']))
  expect(best?.range[0]).toBe(text.indexOf('moved the plan'))
  const near = bestPlace(placesInText('the end. We moved the plan', ['moved', 'the', 'plan']))
  expect(near?.range[0]).toBe('the end. We '.length)
  expect(bestPlace([])).toBeUndefined()
})
