import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import type { Incomplete } from '#shared/notes/page.ts'

/** What is to be said about a list that is not whole. */
export function listWarnings(
  noun: string,
  { incomplete, unreadable }: { readonly incomplete: Incomplete | null; readonly unreadable: number },
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
