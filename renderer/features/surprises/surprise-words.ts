import type { SurpriseKind, SurpriseSeen } from '#shared/workspaces/api-difference.ts'
import { surpriseKinds } from '#shared/workspaces/api-difference-kinds.ts'

/** What a kind is called in a row, and what its samples are. */
export const kindWords: Readonly<Record<SurpriseKind, { readonly name: string; readonly samples: string }>> =
  {
    'unknown-field': { name: 'Unknown field', samples: 'Type of its value' },
    'unknown-value': { name: 'Unknown value', samples: 'Value' },
    'wrong-type': { name: 'Wrong type', samples: 'Type found' },
    'missing-field': { name: 'Missing field', samples: 'Missing in' },
    'odd-id': { name: 'Odd id', samples: 'Id' },
    'unreadable-item': { name: 'Unreadable item', samples: 'What was done' },
    status: { name: 'Status', samples: 'Status' },
    'error-body': { name: 'Error body', samples: 'Status and shape' },
    answer: { name: 'Unusable answer', samples: 'Why' },
    paging: { name: 'Paging', samples: 'How it broke off' },
    ignored: { name: 'Ignored', samples: 'What was ignored' },
  }

export const kindOptions = [
  { value: 'all', label: 'All kinds' },
  ...surpriseKinds.map((kind) => ({ value: kind, label: kindWords[kind].name })),
] as const

export function timesWords(times: number): string {
  return times === 1 ? 'once' : `${times.toLocaleString()} times`
}

export function spokenSurprise(seen: SurpriseSeen, fresh: boolean): string {
  return [kindWords[seen.kind].name, seen.where, timesWords(seen.times), fresh ? 'new' : null]
    .filter(Boolean)
    .join(', ')
}

/** One surprise as text, to be put into a mail to whoever runs the service. */
export function surpriseText(seen: SurpriseSeen): string {
  return [
    `${kindWords[seen.kind].name}: ${seen.where}`,
    `${kindWords[seen.kind].samples}: ${seen.samples.join(', ')}`,
    `Seen ${timesWords(seen.times)}, first ${seen.firstSeenAt}, last ${seen.lastSeenAt}`,
    `Assumed (section ${seen.section}): ${seen.assumed}`,
    `Done all the same: ${seen.handled}`,
  ].join('\n')
}
