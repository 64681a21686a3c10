import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { chainUpwards, parentsOf } from '#shared/notes/folder-filter.ts'
import type { Endpoint } from './model.ts'
import { scopes } from './scopes.ts'

/**
 * The coverage of a folder for one event type and scope.
 * - `part`: only some of its subfolders are covered.
 * - `twice`: more than one endpoint receives the same event.
 *
 * The scope `personal` covers the notes of an endpoint's own creator (specification, section 5.3). With this scope, two endpoints
 * only receive the same event if they have the same creator.
 */
export type CoverageState = 'none' | 'part' | 'once' | 'twice'

export interface CoverageCell {
  readonly scope: string
  readonly eventType: string
  readonly state: CoverageState
  /** Ids of the enabled endpoints that cover the cell or, if the state is `part`, some of its subfolders. */
  readonly by: readonly string[]
  readonly off: readonly string[]
  /**
   * Whether `note.generated` is covered but `note.access_granted` is not. Notes that are shared later are then missed
   * (specification, section 6, rule 1).
   */
  readonly missesShared: boolean
}

export interface CoverageRow {
  /** `null` for notes in no folder that a filter names. */
  readonly folderId: string | null
  readonly cells: readonly CoverageCell[]
}

export interface Coverage {
  readonly scopes: readonly string[]
  readonly eventTypes: readonly string[]
  /** First a row for notes outside the named folders, then one row per folder that a filter names, in folder order. */
  readonly rows: readonly CoverageRow[]
}

export type CoveringEndpoint = Pick<
  Endpoint,
  'id' | 'enabled' | 'scopes' | 'events' | 'folderIds' | 'createdBy'
>

export function coverageOf(endpoints: readonly CoveringEndpoint[], folders: readonly Folder[]): Coverage {
  const allScopes = union(
    scopes,
    endpoints.flatMap((endpoint) => endpoint.scopes),
  )
  const allTypes = union(
    eventTypes,
    endpoints.flatMap(({ events }) => events),
  )
  const parents = parentsOf(folders)
  const named = new Set(endpoints.flatMap(({ folderIds }) => folderIds))
  const listed = folders.map(({ id }) => id).filter((id) => named.has(id))
  const places = [null, ...union(listed, [...named])]
  const columns = allScopes.flatMap((scope) => allTypes.map((eventType) => ({ scope, eventType })))

  const rows = places.map((folderId) => {
    const chain = folderId === null ? null : new Set(chainUpwards(parents, folderId))
    const reaches = endpoints.map(({ folderIds }) => reach(folderIds, folderId, chain, parents))
    const cells = columns.map((column) => cellOf(column, endpoints, reaches))
    return { folderId, cells: cells.map((cell) => withGrant(cell, cells)) }
  })
  return { scopes: allScopes, eventTypes: allTypes, rows }
}

type Reach = 'whole' | 'part' | 'none'

function reach(
  filter: readonly string[],
  folderId: string | null,
  chain: ReadonlySet<string> | null,
  parents: ReadonlyMap<string, string | null>,
): Reach {
  if (filter.length === 0) return 'whole'
  if (folderId === null || chain === null) return 'none'
  if (filter.some((id) => chain.has(id))) return 'whole'
  return filter.some((id) => chainUpwards(parents, id).includes(folderId)) ? 'part' : 'none'
}

function cellOf(
  { scope, eventType }: Pick<CoverageCell, 'scope' | 'eventType'>,
  endpoints: readonly CoveringEndpoint[],
  reaches: readonly Reach[],
): CoverageCell {
  const matching = (wanted: Reach) =>
    endpoints.filter(
      (endpoint, at) =>
        reaches[at] === wanted && endpoint.scopes.includes(scope) && subscribes(endpoint.events, eventType),
    )
  const whole = matching('whole')
  const on = whole.filter(({ enabled }) => enabled)
  const partly = matching('part').filter(({ enabled }) => enabled)
  const state =
    on.length === 0 ? (partly.length === 0 ? 'none' : 'part') : isCoveredTwice(on, scope) ? 'twice' : 'once'
  return {
    scope,
    eventType,
    state,
    by: (on.length === 0 ? partly : on).map(({ id }) => id),
    off: whole.filter(({ enabled }) => !enabled).map(({ id }) => id),
    missesShared: false,
  }
}

function subscribes(events: readonly string[], eventType: string): boolean {
  return events.length === 0 ? eventTypes.some((listed) => listed === eventType) : events.includes(eventType)
}

function isCoveredTwice(endpoints: readonly CoveringEndpoint[], scope: string): boolean {
  if (scope !== 'personal') return endpoints.length > 1
  const people = endpoints.flatMap(({ createdBy }) => createdBy?.email ?? [])
  return new Set(people).size < people.length
}

function withGrant(cell: CoverageCell, row: readonly CoverageCell[]): CoverageCell {
  if (cell.eventType !== 'note.access_granted' || cell.state !== 'none') return cell
  const generated = row.find(({ scope, eventType }) => scope === cell.scope && eventType === 'note.generated')
  return { ...cell, missesShared: generated?.state === 'once' || generated?.state === 'twice' }
}

function union<T extends string>(first: readonly T[], second: readonly string[]): readonly string[] {
  return [...new Set<string>([...first, ...second])]
}
