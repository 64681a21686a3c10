import type { ApiDifference } from '#shared/workspaces/api-difference.ts'
import { copy } from '../copy.ts'

/** A plain-text report for the people who run the service. It contains nothing of a note or a key. */
export function reportOf(version: string, differences: readonly ApiDifference[]): string {
  return [`API differences recorded by Notehook ${version}`, ...differences.map(partOf)].join('\n\n')
}

function partOf({ kind, where, samples, times, firstSeenAt, lastSeenAt, ...rest }: ApiDifference): string {
  return [
    `${copy.differences.kinds[kind]}: ${where}`,
    `  Found: ${samples.join(', ')}`,
    `  Count: ${times}, first seen ${firstSeenAt}, last seen ${lastSeenAt}`,
    `  Expected (specification, section ${rest.section}): ${rest.expected}`,
    `  Handled: ${rest.handled}`,
  ].join('\n')
}
