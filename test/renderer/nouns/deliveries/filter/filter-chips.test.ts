import { expect, test } from 'vitest'
import { readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { splitFilter } from '#shared/deliveries/filter/filter-draft.ts'
import { verdicts } from '../../../../../renderer/nouns/deliveries/copy.ts'
import { filterChips } from '../../../../../renderer/nouns/deliveries/filter/filter-chips.ts'
import { outcomes } from '../../../../../renderer/places/inspector/timeline/copy.ts'

const chips = (text: string) =>
  filterChips(splitFilter(`${text} is:starred`).terms.slice(0, -1), {
    endpointName: (id) => `name of ${id}`,
    now: new Date(2026, 2, 3, 12).getTime(),
  })
const words = (text: string) => chips(text).map(({ name, value }) => `${name} ${value}`.trim())

test.each([
  ['verdict:mismatch', ['Verdict mismatch']],
  ['verdict:signature-mismatch', ['Verdict mismatch']],
  ['-verdict:verified', ['Verdict not verified']],
  ['endpoint:whe_a endpoint:whe_b budget endpoint:whe_c', ['Endpoint any of 3', 'Payload budget']],
  ['endpoint:whe_a', ['Endpoint name of whe_a']],
  ['-status:failed -status:retrying', ['Status none of 2']],
  ['status:failed status:5xx', ['Status any of 2']],
  ['status:>=400', ['Status ≥ 400']],
  ['status:rejected', ['Status failed']],
  ['attempt:>1 attempt:<5', ['Attempts > 1', 'Attempts < 5']],
  ['lag:1h lag:<2d', ['Delay ≥ 1 h', 'Delay < 2 d']],
  ['is:retried is:mismatch is:star', ['Is retried', 'Is mismatch', 'Is star']],
  ['type:edited', ['Event note.edited']],
  ['budget review "two words" -draft', ['Payload budget review', 'Payload “two words”', 'Payload not draft']],
  ['sent:fail', ['Receiver failed']],
  ['-sent:passed', ['Receiver not passed']],
  ['remark:later', ['Remark later']],
  ['after:2026-03-01', ['Received after Mar 1']],
])('shows the filter %j as the chips %j', (text, expected) => {
  expect(words(text)).toEqual(expected)
})

test('shows “after” and “before” of a filter as a single range', () => {
  const [chip, ...others] = chips('after:2026-03-03T09:00 before:2026-03-03T10:30')
  expect(others).toEqual([])
  expect(chip).toMatchObject({ name: 'Received', at: [0, 1] })
  expect(chip?.value).toMatch(/9:00.*10:30/)
})

test('a filter chip with several values shows how many, and names them in its title', () => {
  expect(chips('verdict:mismatch verdict:unsigned')[0]).toMatchObject({
    value: 'any of 2',
    title: 'mismatch, unsigned',
  })
})

test('marks the chips of a filter whose terms are invalid', () => {
  expect(chips('verdict:foo colour:red status:failed').map(({ isInvalid }) => isInvalid)).toEqual([
    true,
    true,
    false,
  ])
  expect(words('verdict:foo colour:red')).toEqual(['Verdict foo', 'colour:red'])
})

test('a filter accepts every word shown by badges and the timeline', () => {
  for (const { label } of Object.values(verdicts)) {
    for (const value of [label, label.toLowerCase().replaceAll(' ', '-')]) {
      expect(readDeliveryFilter(`verdict:"${value}"`).problems, value).toEqual([])
      expect(readDeliveryFilter(`is:"${value.toLowerCase()}"`).problems, value).toEqual([])
    }
  }
  for (const word of Object.values(outcomes)) {
    expect(readDeliveryFilter(`status:${word} is:${word}`).problems, word).toEqual([])
  }
})
