import type { Incomplete } from './page.ts'

/** Behind a colon. */
export const incompleteReasons: Readonly<Record<Incomplete, string>> = {
  'no-cursor': 'the service said so but did not say where they go on.',
  'repeated-cursor': 'the service pointed back to where it had been.',
  'nothing-new': 'the service sent the same ones again and again.',
  'too-many-pages': 'the list did not end after 10,000 pages.',
  'took-too-long': 'the list did not end within five minutes.',
}
