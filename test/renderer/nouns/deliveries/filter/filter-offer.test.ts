import { expect, test } from 'vitest'
import { filterKeys, readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { verdicts } from '#shared/deliveries/verdicts.ts'
import {
  completableFilter,
  filterOffer,
  type OfferFrom,
} from '../../../../../renderer/nouns/deliveries/filter/filter-offer.ts'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

const endpoint = anEndpoint({ label: 'Production' })
const goneId = 'whe_Staging0000001'
const from: OfferFrom = {
  endpoints: {
    list: [endpoint],
    labels: new Map(),
    of: (id) => (id === endpoint.id ? 'Production' : id === goneId ? 'Staging (deleted)' : (id ?? '')),
    partsOf: () => ({ host: 'Production', end: '' }),
    isListed: () => true,
    deleted: [goneId],
    isDeleted: () => false,
    haveRetriesEnded: () => false,
  },
  types: ['note.edited', 'note.moved'],
  notes: ['not_a', 'not_a', 'not_b'],
  recent: [{ text: 'status:failed', words: 'Status failed' }],
  now: new Date(2026, 2, 3, 12),
}
const items = (text: string) => filterOffer(text, text.length, from).items
const offered = (text: string) => items(text).map(({ insert }) => insert)

test('suggests filter keys for their first letters, and existing values after a key', () => {
  expect(offered('a').slice(0, 2)).toEqual(['attempt:', 'after:'])
  expect(offered('rec'), 'by the name in the chip').toEqual(['sent:', 'after:', 'before:', ''])
  expect(offered('fail')).toContain('sent:failed ')
  expect(offered('type:mo')).toEqual(['type:note.moved '])
  expect(offered('note:')).toEqual(['note:not_a ', 'note:not_b '])
  for (const typed of ['whe_A', 'prod', 'hooks.example']) {
    expect(offered(`endpoint:${typed}`)).toEqual([`endpoint:${endpoint.id} `])
  }
  expect(offered('endpoint:stag'), 'its deliveries are still here').toEqual([`endpoint:${goneId} `])
  expect(offered('after:2026-03-0')).toContain('after:2026-03-02 ')
  expect(offered('colour:')).toEqual([])
  expect(offered('event:mo')).toEqual(['event:note.moved '])
})

test('suggests the values of a filter by the words on their badges', () => {
  expect(offered('verdict:')).toEqual(verdicts.map(() => expect.stringMatching(/^verdict:\S+ $/)))
  expect(offered('-verdict:signature')).toEqual(['verdict:mismatch '])
  expect(offered('verdict:fut')).toEqual(['verdict:ahead '])
  expect(offered('status:').slice(0, 3)).toEqual(['status:delivered ', 'status:retrying ', 'status:failed '])
  expect(offered('is:')).toEqual(expect.arrayContaining(['is:starred ', 'is:retried ', 'is:mismatch ']))
  for (const insert of [...offered('verdict:'), ...offered('status:'), ...offered('is:')]) {
    expect(readDeliveryFilter(insert).problems, insert).toEqual([])
  }
})

test('suggests every filter key and recent filters in an empty field', () => {
  const all = items('')
  expect(all[0]).toMatchObject({ insert: 'status:failed', label: 'Status failed', isWhole: true })
  expect(all.filter(({ isKey }) => isKey)).toHaveLength(filterKeys.length)
  expect(offered('budget ')).not.toContain('status:failed')
})

test('suggests searching payloads for a word first, unless a filter key begins with it', () => {
  expect(items('fail')[0]).toMatchObject({ isText: true, label: 'Search payloads for “fail”' })
  expect(offered('fail')).toContain('status:failed ')
  expect(offered('mism')).toContain('verdict:mismatch ')
  expect(offered('edit')).toContain('type:note.edited ')
  expect(offered('produ')).toContain(`endpoint:${endpoint.id} `)
  expect(offered('stat')[0]).toBe('status:')
  expect(items('stat').at(-1)).toMatchObject({ isText: true })
  expect(offered('budget')).toEqual([])
})

test('suggests the typed number as a filter value before longer numbers', () => {
  expect(offered('attempt:1')).toEqual(['attempt:1 ', 'attempt:>1 ', 'attempt:>5 '])
  expect(offered('lag:>1')[0]).toBe('lag:>1 ')
  expect(offered('status:2')[0]).toBe('status:2xx ')
})

test('suggests the other values of a filter key after a complete value', () => {
  expect(offered('status:failed').slice(0, 2)).toEqual(['status:failed ', 'status:delivered '])
})

test('a suggestion replaces only the filter term at the caret, without its minus', () => {
  expect(filterOffer('a -type:gen b', 11, from)).toMatchObject({ from: 3, to: 11 })
})

test('suggests nothing after text that cannot become a filter term', () => {
  for (const text of ['weekly 12', '"type', 'https://a'])
    expect(completableFilter.test(text), text).toBe(false)
  for (const text of ['ty', 'x -verd', 'status:', '-lag:>'])
    expect(completableFilter.test(text), text).toBe(true)
})
