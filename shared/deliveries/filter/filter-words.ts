import type { DeliveryOutcome } from '../responses/outcome.ts'
import { verdicts } from '../verdicts.ts'

type Verdict = (typeof verdicts)[number]

/** Words that a filter accepts for each verdict: first the word on its badge, then the value in the data. */
const verdictWords: Readonly<Record<Verdict, readonly string[]>> = {
  verified: ['verified'],
  'signature-mismatch': ['mismatch', 'signature-mismatch'],
  stale: ['too-old', 'stale'],
  future: ['ahead', 'future'],
  unsigned: ['unsigned'],
  'no-secret': ['no-secret'],
  'secret-locked': ['locked', 'secret-locked'],
}

const outcomeWords: Readonly<Record<DeliveryOutcome, readonly string[]>> = {
  delivered: ['delivered'],
  retried: ['retrying'],
  failed: ['failed', 'rejected'],
}

/** The status ranges for each result of `deliveryOutcome`, both ends included. */
export const outcomeRanges: Readonly<Record<DeliveryOutcome, readonly (readonly [number, number])[]>> = {
  delivered: [[200, 299]],
  retried: [
    [408, 408],
    [429, 429],
    [500, 599],
  ],
  failed: [
    [100, 199],
    [300, 407],
    [409, 428],
    [430, 499],
  ],
}

const slug = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/** Returns the verdict that has this word or, if there is none, all verdicts with a word that begins with it. */
export function verdictsFor(text: string): readonly Verdict[] {
  const typed = slug(text)
  const called = verdicts.filter((verdict) => verdictWords[verdict].includes(typed))
  if (called.length > 0) return called
  return verdicts.filter((verdict) => verdictWords[verdict].some((word) => word.startsWith(typed)))
}

export function outcomeFor(text: string): DeliveryOutcome | null {
  const typed = slug(text)
  const outcomes = ['delivered', 'retried', 'failed'] as const
  const called = outcomes.find((outcome) => outcomeWords[outcome].includes(typed))
  if (called !== undefined) return called
  const begun = outcomes.filter((outcome) => outcomeWords[outcome].some((word) => word.startsWith(typed)))
  return begun.length === 1 ? (begun[0] ?? null) : null
}

export const acceptedVerdicts: readonly string[] = Object.values(verdictWords).flat()
export const acceptedOutcomes: readonly string[] = Object.values(outcomeWords).flat()

/** Returns the accepted word that is closest to a mistyped one, or `null` if none is similar. */
export function nearestWord(text: string, words: readonly string[]): string | null {
  const typed = slug(text)
  if (typed.length < 2) return null
  const most = typed.length < 5 ? 1 : typed.length < 9 ? 2 : 3
  let nearest: string | null = null
  let least = most + 1
  for (const word of words) {
    const edits = editsBetween(typed, slug(word))
    if (edits < least) [nearest, least] = [word, edits]
  }
  return nearest
}

/** Returns the edit distance, counting inserted, deleted, replaced and swapped letters. */
function editsBetween(one: string, other: string): number {
  let [twoBack, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(
        (last[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (last[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (twoBack[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[twoBack, last] = [last, row]
  }
  return last[other.length] ?? 0
}
