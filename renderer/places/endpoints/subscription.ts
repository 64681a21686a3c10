import type { Endpoint } from '#shared/endpoints/model.ts'
import type { FolderNames } from '../../nouns/endpoints/folder-names.ts'
import { subscriptions as copy } from './copy.ts'
import { eventSummary } from './endpoint-state.ts'

/** Summarizes an endpoint's events and folders in one line, such as *All events · Budget + 3 subfolders*. */
export function eventsInFolders(
  { events, folderIds }: Pick<Endpoint, 'events' | 'folderIds'>,
  folders: FolderNames,
): string {
  return [eventSummary(events), ...filterSummary(folderIds, folders)].join(' · ')
}

export function subscription(endpoint: Endpoint, folders: FolderNames): string {
  return `${eventsInFolders(endpoint, folders)} · ${endpoint.scopes.join(', ') || copy.noScope}`
}

/** Summarizes folders, such as *Budget + 3 subfolders*, because a filter includes all subfolders of its folders. */
function filterSummary(folderIds: readonly string[], folders: FolderNames): readonly string[] {
  const [first, ...more] = folderIds
  if (first === undefined) return []
  const names = `${folders.of(first).name}${more.length > 0 ? copy.more(more.length) : ''}`
  const below = folders.below(folderIds)
  return [`${names}${below === 0 ? '' : copy.subfolders(below)}`]
}
