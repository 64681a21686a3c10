import type { Incomplete } from './page.ts'

export const incompleteReasons: Readonly<Record<Incomplete, string>> = {
  'no-cursor': 'the service sent no cursor for the next page.',
  'repeated-cursor': 'the service repeated a cursor.',
  'nothing-new': 'the service repeated items.',
  'too-many-pages': 'more than 10,000 pages.',
  'took-too-long': 'loading took over five minutes.',
}
