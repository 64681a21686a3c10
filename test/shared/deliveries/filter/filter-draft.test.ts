import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDeliveryFilter, readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import {
  finishTerms,
  isHalfTyped,
  joinFilter,
  searchedSoFar,
  splitFilter,
  takeTerms,
} from '#shared/deliveries/filter/filter-draft.ts'
import { property } from '../../../support/runs.ts'

const key = fc.constantFrom('type', 'verdict', 'status', 'is', 'remark', 'after', 'what', 'note')
const value = fc.oneof(
  fc.constantFrom('mismatch', 'failed', '"two words"', '"open', '2026-03-01', '>1', '', 'whe_a', '"a"b'),
  fc.string({ maxLength: 6 }),
)
const piece = fc.oneof(
  fc.tuple(fc.constantFrom('', '-'), key, value).map(([not, name, text]) => `${not}${name}:${text}`),
  fc.constantFrom(
    'budget',
    '-budget',
    '"weekly review"',
    'or',
    '|',
    '-',
    '"',
    'verd',
    'type:',
    '10:30',
    '(((',
    'https://a.example',
  ),
  fc.string({ maxLength: 8 }),
)
const text = fc
  .tuple(fc.array(piece, { maxLength: 12 }), fc.constantFrom(' ', '  ', ' \t'))
  .map(([all, space]) => all.join(space))

describe('a filter in the search field', () => {
  test('splitting a filter into terms and joining them preserves its meaning', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const split = splitFilter(typed)
        expect(parseDeliveryFilter(joinFilter(split))).toEqual(parseDeliveryFilter(typed))
        // A filter that is read back from the address is split in the same way.
        expect(splitFilter(joinFilter(split)).terms).toEqual(split.terms)
        for (const term of split.terms) expect(readDeliveryFilter(term).terms).toHaveLength(1)
      }),
      property(30_000),
    )
  })

  test('completing every term of a filter preserves its meaning', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const { terms, draft } = takeTerms(typed, false)
        expect(readDeliveryFilter(draft).filter).toEqual(parseDeliveryFilter(''))
        expect(parseDeliveryFilter(terms.join(' '))).toEqual(parseDeliveryFilter(typed))
      }),
      property(30_000),
    )
  })

  test('searches only for a filter’s complete terms', () => {
    fc.assert(
      fc.property(text, fc.nat(80), (typed, at) => {
        const caret = Math.min(at, typed.length)
        const searched = searchedSoFar({ terms: [], draft: typed }, caret)
        const { filter, terms } = readDeliveryFilter(searched)
        expect(terms.every((term) => term.key === null)).toBe(true)
        expect(filter).toEqual({
          ...parseDeliveryFilter(''),
          phrases: filter.phrases,
          noPhrases: filter.noPhrases,
        })
      }),
      property(30_000),
    )
  })

  test.each([
    ['type:note.edited budget', ['type:note.edited'], 'budget'],
    ['budget review', [], 'budget review'],
    ['budget type:note.edited', ['budget', 'type:note.edited'], ''],
    ['"weekly review', ['"weekly review"'], ''],
    ['verdict:', ['verdict:'], ''],
    ['type:note.edited or verdict:stale', ['type:note.edited', 'or', 'verdict:stale'], ''],
    ['', [], ''],
  ])('splits the filter %j into the terms %j and the text %j', (typed, terms, draft) => {
    expect(splitFilter(typed)).toEqual({ terms, draft })
  })

  test.each([
    ['verdict:mismatch ^', ['verdict:mismatch'], '^'],
    ['budget verdict:mismatch ^', ['verdict:mismatch'], 'budget ^'],
    ['verdict:mismatch^', [], 'verdict:mismatch^'],
    ['verdict: ^', [], 'verdict:^'],
    ['remark:"two ^', [], 'remark:"two ^'],
    ['remark:"two words" ^', ['remark:"two words"'], '^'],
    ['a verdict:mismatch -is:starred b^', ['verdict:mismatch', '-is:starred'], 'a b^'],
    ['foo:bar ^', ['foo:bar'], '^'],
    ['or verdict:stale ^', ['or', 'verdict:stale'], '^'],
    ['10:30 https://a.example ^', [], '10:30 https://a.example ^'],
  ])('a space completes a term of a filter: %j', (typed, terms, rest) => {
    const caret = typed.indexOf('^')
    const draft = rest.replace('^', '')
    expect(finishTerms(typed.replace('^', ''), caret)).toEqual({ terms, draft, caret: rest.indexOf('^') })
  })

  test.each([
    ['ver', ''],
    ['budget ver', 'budget'],
    ['budget -verdict:', 'budget'],
    ['budget verdict:fo', 'budget'],
    ['verdict:stale', ''],
    ['status:5', ''],
    ['i', ''],
    ['verb', 'verb'],
    ['ver ', 'ver'],
    ['verdict:fo ', ''],
    ['', ''],
    ['budget or', 'budget or'],
    ['budget (((', 'budget'],
    ['-', ''],
    ['10:30', '10:30'],
  ])('while %j is typed, searches for %j', (draft, searched) => {
    expect(searchedSoFar({ terms: [], draft }, draft.length)).toBe(searched)
  })

  test.each([
    ['budget verdict:fo^ review', 'budget review'],
    ['ver^ budget', 'budget'],
    ['ver budget^', 'ver budget'],
  ])('with %j typed and the caret at ^, searches for %j', (typed, searched) => {
    expect(searchedSoFar({ terms: [], draft: typed.replace('^', '') }, typed.indexOf('^'))).toBe(searched)
  })

  test('searches for an incomplete key as a word when the focus leaves the field', () => {
    expect(searchedSoFar({ terms: ['is:starred'], draft: 'lag' }, null)).toBe('is:starred lag')
    expect(searchedSoFar({ terms: ['type:note.edited'], draft: 'or' }, 2)).toBe('type:note.edited')
    expect(searchedSoFar({ terms: [], draft: 'verdict:' }, null)).toBe('')
  })

  test.each(['v', 'verd', 'verdict', 'verdict:', '-verdict:mis', 'foo:', '-', 'is'])(
    '%j is an incomplete term of a filter',
    (word) => {
      expect(isHalfTyped(word)).toBe(true)
    },
  )

  test.each(['budget', 'verb', '"verdict"', 'https://a', '10:30', 'isa'])(
    '%j is a word and not a term of a filter',
    (word) => {
      expect(isHalfTyped(word)).toBe(false)
    },
  )
})
