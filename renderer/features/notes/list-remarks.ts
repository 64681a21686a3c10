import type { z } from 'zod'
import type { Incomplete } from '../../../shared/domain/page.ts'

/** What is to be said about a list that is not whole. */
export function listRemarks(
  noun: string,
  {
    incomplete,
    unreadable,
  }: { readonly incomplete: z.infer<typeof Incomplete> | null; readonly unreadable: number },
): readonly string[] {
  return [
    ...(incomplete === null ? [] : [`There may be more ${noun}s: ${incompleteReasons[incomplete]}`]),
    ...(unreadable === 0
      ? []
      : [
          `${count(unreadable, noun)} could not be understood and ${unreadable === 1 ? 'is' : 'are'} left out.`,
        ]),
  ]
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`
}

/** Behind a colon. */
export const incompleteReasons: Readonly<Record<z.infer<typeof Incomplete>, string>> = {
  'no-cursor': 'the service said so but did not say where they go on.',
  'repeated-cursor': 'the service pointed back to where it had been.',
  'nothing-new': 'the service sent the same ones again and again.',
  'too-many-pages': 'the list did not end after 10,000 pages.',
  'took-too-long': 'the list did not end within five minutes.',
}
