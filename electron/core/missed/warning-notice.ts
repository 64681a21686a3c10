import type { SystemNotice } from '#core/platform/ports.ts'
import type { EarlyWarning, WarningKind } from '#shared/missed/model.ts'

const places: Readonly<Record<WarningKind, (about: string) => string>> = {
  'failing-day': (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  'failing-three-days': (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  mismatches: (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  locked: (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  behind: (about) => `#/missed?endpoint=${encodeURIComponent(about)}`,
  'receiver-waiting': (about) => `#/receivers?receiver=${encodeURIComponent(about)}`,
}

/** Names a host or a receiver, and nothing of a note: it may be shown on a locked screen. */
export function warningNotice({ kind, about, name, count }: EarlyWarning, others: number): SystemNotice {
  const { title, body } = words(kind, others === 0 ? name : `${name} and ${others} more`, count)
  return { title, body, place: others === 0 ? places[kind](about) : '#/attention' }
}

function words(kind: WarningKind, name: string, count: number) {
  switch (kind) {
    case 'failing-day':
      return {
        title: `Failing for a day: ${name}`,
        body: 'The service disables an endpoint after four days without a success.',
      }
    case 'failing-three-days':
      return {
        title: `Failing for three days: ${name}`,
        body: 'The service disables it in a day unless a delivery succeeds.',
      }
    case 'receiver-waiting':
      return {
        title: `Deliveries wait: ${name}`,
        body: `${count.toLocaleString()} ${count === 1 ? 'delivery waits' : 'deliveries wait'} for it.`,
      }
    case 'mismatches':
      return {
        title: `Signatures don’t match: ${name}`,
        body: `${count.toLocaleString()} requests in a row. Check the signing secret.`,
      }
    case 'behind':
      return {
        title: `Behind: ${name}`,
        body: `${count.toLocaleString()} ${count === 1 ? 'note' : 'notes'} changed without an event.`,
      }
    case 'locked':
      return {
        title: 'The keychain is locked',
        body: `Deliveries for ${name} are answered 503 until it’s unlocked.`,
      }
  }
}
