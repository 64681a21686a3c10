import { expect, test } from 'vitest'
import {
  completableFilter,
  filterOffer,
  type OfferFrom,
} from '../../../../../renderer/features/deliveries/filter/filter-offer.ts'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

const from: OfferFrom = {
  endpoints: [anEndpoint()],
  types: ['note.edited', 'note.moved'],
  notes: ['not_a', 'not_a', 'not_b'],
  now: new Date(2026, 2, 3, 12),
}
const offered = (text: string) => filterOffer(text, text.length, from).items.map(({ insert }) => insert)

test('offers keys for a prefix, and existing values after a key', () => {
  expect(offered('a')).toEqual(['attempt:', 'after:'])
  expect(offered('type:mo')).toEqual(['type:note.moved '])
  expect(offered('budget -verdict:st')).toEqual(['verdict:stale '])
  expect(offered('note:')).toEqual(['note:not_a ', 'note:not_b '])
  expect(offered(`endpoint:${anEndpoint().url.slice(8, 14)}`)).toEqual([`endpoint:${anEndpoint().id} `])
  expect(offered('after:2026-03-0')).toContain('after:2026-03-02 ')
  expect(offered('colour:')).toEqual([])
})

test('replaces only the term at the caret, and keeps its minus', () => {
  expect(filterOffer('a -type:gen b', 11, from)).toMatchObject({ from: 3, to: 11 })
})

test('offers nothing while plain words are typed', () => {
  for (const text of ['budget', 'weekly re', '', '"type'])
    expect(completableFilter.test(text), text).toBe(false)
  for (const text of ['ty', 'x -verd', 'status:', '-lag:>'])
    expect(completableFilter.test(text), text).toBe(true)
})
