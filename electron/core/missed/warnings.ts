import type { Sql } from '#core/database/sql.ts'
import type { Notify } from '#core/platform/app-info.ts'
import type { EarlyWarning, WarningKind } from '#shared/missed/model.ts'
import { warningNotice } from './warning-notice.ts'

/** Gives each early warning once while its problem lasts. Throws SQLite errors. */
export function createWarnings({ sql, notify }: { readonly sql: Sql; readonly notify: Notify }) {
  const given = sql.prepare('SELECT about, kind FROM early_warnings WHERE workspace_id = ?')
  const add = sql.prepare('INSERT OR IGNORE INTO early_warnings VALUES (?, ?, ?)')
  const drop = sql.prepare('DELETE FROM early_warnings WHERE workspace_id = ? AND about = ? AND kind = ?')
  const forgetWorkspace = sql.prepare('DELETE FROM early_warnings WHERE workspace_id = ?')

  return {
    /**
     * Handles the warnings that apply to a workspace now. New ones cause one notification per kind. A warning that no longer applies may
     * be given again later. Returns whether anything changed.
     */
    update(workspaceId: string, found: readonly EarlyWarning[]): boolean {
      const before = given.all(workspaceId).map(({ about, kind }) => ({
        about: String(about),
        kind: String(kind) as WarningKind,
      }))
      const over = before.filter((one) => !found.some((other) => isSame(one, other)))
      const fresh = found.filter((one) => !before.some((other) => isSame(one, other)))
      for (const { about, kind } of over) drop.run(workspaceId, about, kind)
      // Stored before the notification, so that it is shown only once.
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
