import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFilter, parseDeliveryFilter, readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { withoutUnfinished } from '#shared/deliveries/filter/unfinished-filter.ts'
import { property } from '../../../support/runs.ts'

const localMs = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime()

describe('a filter', () => {
  test('is read from whatever is typed, without an error', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom('', '-'),
          fc.constantFrom(
            'type',
            'verdict',
            'endpoint',
            'note',
            'status',
            'attempt',
            'lag',
            'after',
            'before',
            'what',
          ),
          fc.oneof(
            fc.string(),
            fc.constantFrom('>1', '<=5', '2xx', '>1h', '2026-02-30', '2026-03-01', '>', '"a b'),
          ),
        )
        .map(([not, key, value]) => `${not}${key}:${value}`),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const filter = parseDeliveryFilter(pieces.join(' '))
        expect(Object.keys(filter)).toEqual(Object.keys(noFilter))
      }),
      property(5_000),
    )
  })

  test('takes what is no key for words of the body, and what is in quotes for words in that order', () => {
    expect(parseDeliveryFilter('Budget "colour:red" "weekly review" -"not this" https://a.example')).toEqual({
      ...noFilter,
      phrases: [['budget'], ['colour', 'red'], ['weekly', 'review'], ['https', 'a', 'example']],
      noPhrases: [['not', 'this']],
    })
  })

  test('knows a type and a verdict by their beginning, and takes a type that nobody specified as it is', () => {
    expect(parseDeliveryFilter('type:note.e type:gener -type:note.moved').types).toEqual({
      any: ['note.edited', 'note.generated'],
      none: ['note.moved'],
    })
    expect(parseDeliveryFilter('verdict:sig -verdict:verified').verdicts).toEqual({
      any: ['signature-mismatch'],
      none: ['verified'],
    })
  })

  test('reads numbers alone, in classes and compared', () => {
    expect(parseDeliveryFilter('status:204 status:5xx').status.any).toEqual([
      [204, 204],
      [500, 599],
    ])
    expect(parseDeliveryFilter('attempt:>1').attempts.all).toEqual([[2, Number.MAX_SAFE_INTEGER]])
    expect(parseDeliveryFilter('lag:>1h').lag.all).toEqual([[3_600_001, Number.MAX_SAFE_INTEGER]])
    expect(parseDeliveryFilter('-lag:<=30s').lag.none).toEqual([[-Number.MAX_SAFE_INTEGER, 30_000]])
  })

  test('takes days of this time zone, which neither bound includes, and moments', () => {
    const { from, to } = parseDeliveryFilter('after:2026-03-01 before:2026-03-05')
    expect([from, to]).toEqual([localMs(2026, 3, 2), localMs(2026, 3, 5)])
    expect(parseDeliveryFilter('after:2026-03-01T10:00:30Z').from).toBe(Date.UTC(2026, 2, 1, 10, 0, 30))
    expect(parseDeliveryFilter('-before:2026-03-01T10:00').from).toBe(new Date(2026, 2, 1, 10).getTime())
  })

  test('leaves out what is not typed to its end', () => {
    for (const text of [
      'type:',
      '-verdict:',
      'attempt:>',
      'after:2026-0',
      'lag:',
      'note:""',
      '-',
      '"',
      '  ',
    ]) {
      expect(parseDeliveryFilter(text), text).toMatchObject({ phrases: [], noPhrases: [], from: null })
    }
  })

  test.each([
    ['after:2026-99-99', 'a date'],
    ['-before:2026-02-30', 'a date'],
    ['after:foo', 'a date'],
    ['status:9999', 'isn’t a status'],
    ['status:99', 'isn’t a status'],
    ['status:7xx', 'isn’t a status'],
    ['attempt:0', 'isn’t a number of attempts'],
    ['lag:>abc', 'a duration'],
    ['verdict:foo', 'a verdict'],
    ['is:red', 'isn’t supported'],
    ['endpoint:https://example.com', 'isn’t an endpoint ID'],
    ['note:budget', 'isn’t a note ID'],
    ['foo:bar', 'isn’t a filter'],
    ['-verdict:', 'needs a value'],
    ['status:>', 'isn’t a status'],
    ['type:""', 'needs a value'],
    ['(((', 'no letters or digits'],
    ['remark:!', 'no letters or digits'],
  ])('leaves out %s, which can mean nothing, and says why', (word, why) => {
    const { filter, problems } = readDeliveryFilter(`budget ${word} status:200`)
    expect(filter).toEqual(parseDeliveryFilter('budget status:200'))
    expect(problems).toEqual([{ word, says: expect.stringContaining(why) }])
  })

  test('tells of nothing that it applies, whatever the filters are that are offered and shown', () => {
    for (const text of [
      'type:note.edited verdict:stale endpoint:whe_Aaaaaaaaaaaaa1 note:not_1d3tmYTlCICgjy status:503 status:4xx',
      'status:>=400 attempt:2 attempt:>1 lag:>30s lag:<5m lag:1h after:2026-03-01 before:2026-03-01T09:30',
      'is:starred -is:remarked remark:word remark:"two words" -budget "a:b" 10:30 type:note.moved',
    ]) {
      expect(readDeliveryFilter(text).problems, text).toEqual([])
    }
  })

  test.each([
    ['ver', ''],
    ['budget ver', 'budget'],
    ['budget -verdict:', 'budget'],
    ['budget verdict:fo', 'budget'],
    ['after:2026-0', ''],
    ['status:5', ''],
    ['i', ''],
    ['verdict:sta', 'verdict:sta'],
    ['verb', 'verb'],
    ['ver ', 'ver '],
    ['verdict:fo ', 'verdict:fo '],
    ['', ''],
    ['type:note.edited or', 'type:note.edited'],
    ['type:note.edited OR ', 'type:note.edited'],
    ['type:note.edited | ver', 'type:note.edited'],
    ['budget or', 'budget or'],
  ])('of what is typed, %j says %j so far', (text, said) => {
    expect(withoutUnfinished(text)).toBe(said)
  })

  test.each([
    ['budget verdict:fo^ is:starred', 'budget is:starred'],
    ['ver^ is:starred', ' is:starred'],
    ['status:5^x is:starred', ' is:starred'],
    ['verdict:sta^ is:starred', 'verdict:sta is:starred'],
    ['budget ^ is:starred', 'budget  is:starred'],
  ])('with the caret inside, %j says %j so far', (typed, said) => {
    expect(withoutUnfinished(typed.replace('^', ''), typed.indexOf('^'))).toBe(said)
  })

  test.each(['OR', 'or', '|', '||'])('says that %s between two filters joins nothing', (or) => {
    const text = `type:note.edited ${or} verdict:stale`
    const { filter, problems } = readDeliveryFilter(text)
    expect(problems).toEqual([{ word: or, says: expect.stringContaining('Repeat a filter') }])
    expect(filter).toEqual(parseDeliveryFilter('type:note.edited verdict:stale'))
  })

  test('looks in the bodies for an or that joins no filters, and for a quoted one', () => {
    for (const text of ['tea or coffee', 'type:note.edited or tea', 'type:note.edited "or" verdict:stale']) {
      const { filter, problems } = readDeliveryFilter(text)
      expect(problems).toEqual([])
      expect(filter.phrases).toContainEqual(['or'])
    }
  })
})
