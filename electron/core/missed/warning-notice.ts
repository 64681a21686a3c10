import type { SystemNotice } from '#core/platform/ports.ts'
import type { EarlyWarning, WarningKind } from '#shared/missed/model.ts'
import { spansIn } from '#shared/missed/spans.ts'

const places: Readonly<Record<WarningKind, (about: string) => string>> = {
  'failing-day': (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  'failing-three-days': (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  mismatches: (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  locked: (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  behind: (about) => `#/missed?endpoint=${encodeURIComponent(about)}`,
  'receiver-waiting': (about) => `#/receivers?receiver=${encodeURIComponent(about)}`,
}

/**
 * Creates the notification of a warning. Contains the name of a host or a receiver but no data of a note, because a locked screen may
 * show it.
 */
export function warningNotice(warning: EarlyWarning, others: number): SystemNotice {
  const { kind, about, name } = warning
  const { title, body } = words(warning, others === 0 ? name : `${name} and ${others} more`)
  return { title, body, place: others === 0 ? places[kind](about) : '#/attention' }
}

function words({ kind, count, sandboxTime }: EarlyWarning, name: string) {
  const { day, threeDays, fourDays } = spansIn(sandboxTime)
  switch (kind) {
    case 'failing-day':
      return {
        title: `Failing for ${day}: ${name}`,
        body: `The service disables an endpoint after ${fourDays} without a success.`,
      }
    case 'failing-three-days':
      return {
        title: `Failing for ${threeDays}: ${name}`,
        body: `Unless a delivery succeeds, the service disables it after ${fourDays}.`,
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
