import type { ApiDifference, ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'

export const kindNames: Readonly<Record<ApiDifferenceKind, string>> = {
  'unknown-field': 'Unknown field',
  'unknown-value': 'Unknown value',
  'wrong-type': 'Wrong type',
  'missing-field': 'Missing field',
  'odd-id': 'Unexpected ID format',
  'unreadable-item': 'Unreadable item',
  status: 'Unexpected status',
  'error-body': 'Unexpected error body',
  answer: 'Unusable response',
  paging: 'Broken pagination',
  ignored: 'Ignored request',
}

/** Plain text for the people who run the service: everything that is recorded, and nothing of a note or a key. */
export function reportOf(version: string, differences: readonly ApiDifference[]): string {
  return [`API differences recorded by Notehook ${version}`, ...differences.map(partOf)].join('\n\n')
}

function partOf({ kind, where, samples, times, firstSeenAt, lastSeenAt, ...rest }: ApiDifference): string {
  return [
    `${kindNames[kind]}: ${where}`,
    `  Found: ${samples.join(', ')}`,
    `  Count: ${times}, first seen ${firstSeenAt}, last seen ${lastSeenAt}`,
    `  Expected (specification, section ${rest.section}): ${rest.expected}`,
    `  Handled: ${rest.handled}`,
  ].join('\n')
}
