import { filterKeys, readDeliveryFilter } from './filter.ts'
import { joinsNothingYet } from './filter-or.ts'

/**
 * Without the word at the caret while it says nothing yet: the beginning of a key, one whose value is not there or not good so
 * far, or an `OR` that may be about to join two filters.
 */
export function withoutUnfinished(text: string, caret = text.length): string {
  const [, before = '', left = ''] = /^(.*?)(\S*)$/su.exec(text.slice(0, caret)) ?? []
  const [, right = '', after = ''] = /^(\S*)(.*)$/su.exec(text.slice(caret)) ?? []
  const typed = left + right
  const word = typed.replace(/^-/, '').toLowerCase()
  const isBeginning = word !== '' && filterKeys.some((key) => `${key}:`.startsWith(word))
  const isUnfinished = isBeginning || readDeliveryFilter(typed).problems.length > 0
  const said = isUnfinished ? before.trimEnd() + after : text
  return after.trim() === '' ? said.replace(joinsNothingYet, '') : said
}
