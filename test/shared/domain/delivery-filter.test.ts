import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFilter, parseDeliveryFilter } from '../../../shared/domain/delivery-filter.ts'
import { property } from '../../support/runs.ts'

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
    expect(parseDeliveryFilter('Budget colour:red "weekly review" -"not this"')).toEqual({
      ...noFilter,
      phrases: [['budget'], ['colour', 'red'], ['weekly', 'review']],
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
    expect(parseDeliveryFilter('verdict:splendid').phrases).toEqual([['verdict', 'splendid']])
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
    expect(parseDeliveryFilter('after:2026-02-30').phrases).toEqual([['after', '2026', '02', '30']])
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
})
