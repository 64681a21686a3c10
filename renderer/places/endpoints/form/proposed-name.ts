import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { FolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { proposal } from './copy.ts'
import type { EndpointFields } from './endpoint-fields.ts'

/** Returns a unique name that describes an endpoint by its folders and events, such as *Hiring: edited*. */
export function proposedName(
  { folderIds, allEvents, events }: Pick<EndpointFields, 'folderIds' | 'allEvents' | 'events'>,
  folders: Pick<FolderNames, 'of'>,
  known: readonly Pick<Endpoint, 'label'>[],
): string {
  const [first, ...more] = folderIds
  const where = first === undefined ? proposal.allNotes : shortened(folders.of(first).name)
  const chosen = allEvents ? [] : eventTypes.filter((type) => events.includes(type))
  const what = chosen.map((type) => type.replace(/^note\./, '').replaceAll('_', ' ')).join(', ')
  const name = `${where}${more.length > 0 ? proposal.more(more.length) : ''}${what === '' ? '' : `: ${what}`}`
  const taken = new Set(known.map(({ label }) => label))
  for (let at = 1; ; at += 1) {
    const free = at === 1 ? name : `${name} ${at}`
    if (!taken.has(free)) return free
  }
}

/** Shortens a folder name. An endpoint's name has at most 80 characters and also contains its events. */
const shortened = (name: string) => (name.length > 30 ? `${name.slice(0, 29).trimEnd()}…` : name)
