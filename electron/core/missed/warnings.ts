import type { Sql } from '#core/database/sql.ts'
import type { Notify } from '#core/platform/app-info.ts'
import type { SystemNotice } from '#core/platform/ports.ts'
import type { EarlyWarning, WarningKind } from '#shared/missed/model.ts'
import { spansIn } from '#shared/missed/spans.ts'

/** Shows each early warning once while its problem lasts. */
export function createWarnings({ sql, notify }: { readonly sql: Sql; readonly notify: Notify }) {
  const given = sql.prepare('SELECT about, kind FROM early_warnings WHERE workspace_id = ?')
  const add = sql.prepare('INSERT OR IGNORE INTO early_warnings VALUES (?, ?, ?)')
  const drop = sql.prepare('DELETE FROM early_warnings WHERE workspace_id = ? AND about = ? AND kind = ?')
  const forgetWorkspace = sql.prepare('DELETE FROM early_warnings WHERE workspace_id = ?')

  return {
    /**
     * Shows a notification for each kind of new warning. A warning that is not in `found` is forgotten and may be shown again
     * later. Returns whether anything changed.
     */
    update(workspaceId: string, found: readonly EarlyWarning[]): boolean {
      const before = given.all(workspaceId).map(({ about, kind }) => ({
        about: String(about),
        kind: String(kind) as WarningKind,
      }))
      const over = before.filter((one) => !found.some((other) => isSame(one, other)))
      const fresh = found.filter((one) => !before.some((other) => isSame(one, other)))
      for (const { about, kind } of over) drop.run(workspaceId, about, kind)
      // Stored before the notification is shown, so that a crash can't cause a second one.
      for (const { about, kind } of fresh) add.run(workspaceId, about, kind)
      for (const [first, ...others] of byKind(fresh))
        notify(warningNotice(first, others.length), { alsoInPage: true })
      return over.length + fresh.length > 0
    },
    forgetWorkspace: (workspaceId: string) => void forgetWorkspace.run(workspaceId),
  }
}

type Named = Pick<EarlyWarning, 'about' | 'kind'>

const isSame = (one: Named, other: Named) => one.about === other.about && one.kind === other.kind

function byKind(warnings: readonly EarlyWarning[]): [EarlyWarning, ...EarlyWarning[]][] {
  const groups = new Map<WarningKind, [EarlyWarning, ...EarlyWarning[]]>()
  for (const one of warnings) {
    const group = groups.get(one.kind)
    if (group) group.push(one)
    else groups.set(one.kind, [one])
  }
  return [...groups.values()]
}

const places: Readonly<Record<WarningKind, (about: string) => string>> = {
  'failing-day': (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  'failing-three-days': (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  mismatches: (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  locked: (about) => `#/endpoints?endpoint=${encodeURIComponent(about)}`,
  behind: (about) => `#/missed?endpoint=${encodeURIComponent(about)}`,
  'receiver-failing': (about) => `#/receivers?receiver=${encodeURIComponent(about)}&tab=sends`,
  'receiver-waiting': (about) => `#/receivers?receiver=${encodeURIComponent(about)}`,
}

/**
 * Creates the notification for a warning. It names a host or a receiver but contains no note data, because a locked screen may
 * show it.
 */
function warningNotice(warning: EarlyWarning, others: number): SystemNotice {
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
    case 'receiver-failing':
      return {
        title: `Receiver failing: ${name}`,
        body: `The last ${count.toLocaleString()} requests to it failed.`,
      }
    case 'mismatches':
      return {
        title: `Signatures don’t match: ${name}`,
        body: `${count.toLocaleString()} requests in a row. Check the signing secret.`,
      }
    case 'behind':
      return {
        title: `Events missed: ${name}`,
        body: `${count.toLocaleString()} ${count === 1 ? 'note' : 'notes'} changed without an event.`,
      }
    case 'locked':
      return {
        title: 'The keychain is locked',
        body: `Deliveries for ${name} are answered 503 until it’s unlocked.`,
      }
  }
}
