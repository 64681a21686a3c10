import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFilter, parseDeliveryFilter, readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { aDelivery } from '../../../support/renderer/samples.ts'
import { property } from '../../../support/runs.ts'

const localMs = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime()

describe('a filter', () => {
  test('parses any text as a filter without an error', () => {
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
            'is',
            'event',
            'what',
          ),
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              '>1',
              '<=5',
              '2xx',
              '>1h',
              '2026-02-30',
              '2026-03-01',
              '>',
              '"a b',
              'failed',
              'mis',
            ),
          ),
        )
        .map(([not, key, value]) => `${not}${key}:${value}`),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const filter = parseDeliveryFilter(pieces.join(' '))
        expect(Object.keys(filter)).toEqual(Object.keys(noFilter))
      }),
      property(50_000),
    )
  })

  test('searches for quoted words as a phrase', () => {
    expect(parseDeliveryFilter('Budget "colour:red" "weekly review" -"not this" https://a.example')).toEqual({
      ...noFilter,
      phrases: [['budget'], ['colour', 'red'], ['weekly', 'review'], ['https', 'a', 'example']],
      noPhrases: [['not', 'this']],
    })
  })

  test('a filter accepts the beginning of an event type or verdict', () => {
    expect(parseDeliveryFilter('type:note.e type:gener -type:note.moved').types).toEqual({
      any: ['note.edited', 'note.generated'],
      none: ['note.moved'],
    })
    expect(parseDeliveryFilter('verdict:sig -verdict:verified').verdicts).toEqual({
      any: ['signature-mismatch'],
      none: ['verified'],
    })
  })

  test('parses numbers, status classes and comparisons in a filter', () => {
    expect(parseDeliveryFilter('status:204 status:5xx').status.any).toEqual([
      [204, 204],
      [500, 599],
    ])
    expect(parseDeliveryFilter('attempt:>1').attempts.all).toEqual([[2, Number.MAX_SAFE_INTEGER]])
    expect(parseDeliveryFilter('lag:>1h').lag.all).toEqual([[3_600_001, Number.MAX_SAFE_INTEGER]])
    expect(parseDeliveryFilter('-lag:<=30s').lag.none).toEqual([[-Number.MAX_SAFE_INTEGER, 30_000]])
  })

  test('parses days in the local time zone and exact times in a filter', () => {
    const { from, to } = parseDeliveryFilter('after:2026-03-01 before:2026-03-05')
    expect([from, to]).toEqual([localMs(2026, 3, 2), localMs(2026, 3, 5)])
    expect(parseDeliveryFilter('after:2026-03-01T10:00:30Z').from).toBe(Date.UTC(2026, 2, 1, 10, 0, 30))
    expect(parseDeliveryFilter('-before:2026-03-01T10:00').from).toBe(new Date(2026, 2, 1, 10).getTime())
  })

  test('ignores filter terms whose value is incomplete', () => {
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
    ['after:2026-99-99', 'unknown-value'],
    ['-before:2026-02-30', 'unknown-value'],
    ['after:foo', 'unknown-value'],
    ['status:9999', 'unknown-value'],
    ['status:99', 'unknown-value'],
    ['status:7xx', 'unknown-value'],
    ['attempt:0', 'unknown-value'],
    ['lag:>abc', 'unknown-value'],
    ['verdict:foo', 'unknown-value'],
    ['is:red', 'unknown-value'],
    ['endpoint:https://example.com', 'unknown-value'],
    ['note:budget', 'unknown-value'],
    ['foo:bar', 'unknown-key'],
    ['-verdict:', 'no-value'],
    ['status:>', 'unknown-value'],
    ['type:""', 'no-value'],
    ['(((', 'no-word'],
    ['remark:!', 'no-word'],
  ])('ignores the invalid filter term %s and reports the problem', (word, kind) => {
    const { filter, problems } = readDeliveryFilter(`budget ${word} status:200`)
    expect(filter).toEqual(parseDeliveryFilter('budget status:200'))
    expect(problems).toEqual([expect.objectContaining({ word, kind })])
  })

  test.each([
    ['verdict:mismach', 'mismatch', 'verdict:mismatch'],
    ['-verdict:verifed', 'verified', '-verdict:verified'],
    ['verdict:"to old"', 'too-old', 'verdict:too-old'],
    ['status:faild', 'failed', 'status:failed'],
    ['is:retreid', 'retried', 'is:retried'],
    ['verdic:mismatch', 'verdict', 'verdict:mismatch'],
    ['atempts:>1', 'attempts', 'attempts:>1'],
    ['verdict:xyzzy', null, null],
    ['lag:>abc', null, null],
  ])('suggests a correction for the filter term %s', (word, nearest, corrected) => {
    const { problems } = readDeliveryFilter(word)
    expect(problems).toEqual([expect.objectContaining({ nearest, corrected })])
    if (corrected !== null) expect(readDeliveryFilter(corrected).problems).toEqual([])
  })

  test('reports no problem for filters that the app itself suggests', () => {
    for (const text of [
      'type:note.edited verdict:stale endpoint:whe_Aaaaaaaaaaaaa1 note:not_1d3tmYTlCICgjy status:503 status:4xx',
      'status:>=400 attempt:2 attempt:>1 lag:>30s lag:<5m lag:1h after:2026-03-01 before:2026-03-01T09:30',
      'sent:failed -sent:passed',
      'is:starred -is:remarked remark:word remark:"two words" -budget "a:b" 10:30 type:note.moved',
    ]) {
      expect(readDeliveryFilter(text).problems, text).toEqual([])
    }
  })

  test('filters deliveries by the last result of sending them to a receiver', () => {
    expect(parseDeliveryFilter('sent:failed -sent:pass').sent).toEqual({ any: ['failed'], none: ['passed'] })
    expect(readDeliveryFilter('sent:faild').problems).toMatchObject([{ corrected: 'sent:failed' }])
    expect(readDeliveryFilter('sent:200').problems).toMatchObject([{ kind: 'unknown-value' }])
  })

  test('a filter accepts the words on badges and the names in the data', () => {
    const verdictsOf = (text: string) => parseDeliveryFilter(text).verdicts
    for (const word of ['mismatch', 'Mismatch', 'signature-mismatch', 'mis', 'sig']) {
      expect(verdictsOf(`verdict:${word}`).any, word).toEqual(['signature-mismatch'])
    }
    expect(verdictsOf('-verdict:"too old" verdict:ahead verdict:locked')).toEqual({
      any: ['future', 'secret-locked'],
      none: ['stale'],
    })
    expect(parseDeliveryFilter('is:mismatch')).toEqual(parseDeliveryFilter('verdict:mismatch'))
    expect(parseDeliveryFilter('is:retrying')).toEqual(parseDeliveryFilter('status:retrying'))
    expect(parseDeliveryFilter('is:retried')).toEqual(parseDeliveryFilter('attempt:>1'))
    expect(parseDeliveryFilter('status:rejected')).toEqual(parseDeliveryFilter('status:failed'))
    expect(parseDeliveryFilter('event:edited attempts:2 delay:>1h')).toEqual(
      parseDeliveryFilter('type:edited attempt:2 lag:>1h'),
    )
    expect(parseDeliveryFilter('is:star is:re').annotations.any).toEqual(['starred', 'remarked'])
  })

  test('filters deliveries by how the service treats each status', () => {
    const words = { delivered: 'delivered', retried: 'retrying', failed: 'failed' }
    for (let status = 100; status < 600; status += 1) {
      const delivery = aDelivery(1, { status })
      for (const [outcome, word] of Object.entries(words)) {
        const isIt = deliveryOutcome(status) === outcome
        expect(matchesFilter(parseDeliveryFilter(`status:${word}`), delivery), `${status} ${word}`).toBe(isIt)
        expect(matchesFilter(parseDeliveryFilter(`-status:${word}`), delivery)).toBe(!isIt)
      }
    }
  })

  test.each(['OR', 'or', '|', '||'])('reports that %s between two filter terms has no effect', (or) => {
    const text = `type:note.edited ${or} verdict:stale`
    const { filter, problems } = readDeliveryFilter(text)
    expect(problems).toEqual([expect.objectContaining({ word: or, kind: 'or' })])
    expect(filter).toEqual(parseDeliveryFilter('type:note.edited verdict:stale'))
  })

  test('reports an `or` next to a filter key that has no value', () => {
    const { filter, problems } = readDeliveryFilter('type:note.edited type: or verdict:stale')
    expect(filter.phrases).toEqual([])
    expect(problems.map(({ kind }) => kind)).toEqual(['no-value', 'or'])
  })

  test('searches bodies for an `or` that is quoted or between words', () => {
    for (const text of ['tea or coffee', 'type:note.edited or tea', 'type:note.edited "or" verdict:stale']) {
      const { filter, problems } = readDeliveryFilter(text)
      expect(problems).toEqual([])
      expect(filter.phrases).toContainEqual(['or'])
    }
  })
})
