import { Pencil, Plus } from 'lucide-react'
import type { CoverageCell } from '#shared/endpoints/coverage.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { endpointShortName } from '../endpoint-names.ts'
import type { EndpointStart } from '../endpoints-search.ts'
import type { FolderNames } from '../folder-names.ts'
import { type CellState, cellStateOf, cellStates } from './cell-states.ts'
import css from './coverage-map.module.css'

/** Where the map leads. */
export interface CoverageActions {
  readonly onCreate: (start: EndpointStart) => void
  readonly onOpen: (endpoint: string) => void
  readonly onEdit: (endpoint: string, start: EndpointStart) => void
}

/** What one cell of the map means, and the ways from there. */
export function CoverageAdvice({
  cell,
  folderId,
  elsewhere,
  folders,
  endpoints,
  onCreate,
  onOpen,
  onEdit,
}: CoverageActions & {
  readonly cell: CoverageCell
  readonly folderId: string | null
  /** What the place that is no folder is called. */
  readonly elsewhere: string
  readonly folders: FolderNames
  readonly endpoints: readonly Endpoint[]
}) {
  const look = cellStateOf(cell)
  const { icon: Icon, short } = cellStates[look]
  const named = (ids: readonly string[]) => endpoints.filter(({ id }) => ids.includes(id))
  // Whoever hears that a note is generated is the one to tell that it was shared.
  const fixable =
    look === 'missesShared'
      ? endpoints.filter(
          ({ enabled, scopes, events }) =>
            enabled && scopes.includes(cell.scope) && events.includes('note.generated'),
        )
      : []
  const start: EndpointStart = {
    scopes: [cell.scope],
    events: look === 'missesShared' ? ['note.generated', 'note.access_granted'] : [cell.eventType],
    folderIds: folderId === null ? [] : [folderId],
  }
  return (
    <>
      <h3 className={css.chosen}>
        <Icon size={16} aria-hidden />
        <span>
          <code>{cell.eventType}</code> with <code>{cell.scope}</code>,{' '}
          {folderId === null ? (
            elsewhere
          ) : (
            <>
              in <VisibleText text={folders.of(folderId).path} />
            </>
          )}
          : {short}
        </span>
      </h3>
      <p className={css.lead}>{meanings[look]}</p>
      <Who
        title={look === 'part' ? 'In a subfolder:' : 'Heard by:'}
        endpoints={named(cell.by)}
        onOpen={onOpen}
      />
      <Who title="Disabled:" endpoints={named(cell.off)} onOpen={onOpen} />
      <div className={css.ways}>
        {fixable.map((endpoint) => (
          <Button
            key={endpoint.id}
            icon={<Pencil size={13} aria-hidden />}
            onPress={() => onEdit(endpoint.id, withGranted(endpoint))}
          >
            {`Add it to ${endpointShortName(endpoint).host}…`}
          </Button>
        ))}
        {look === 'once' || look === 'twice' ? null : (
          <Button icon={<Plus size={13} aria-hidden />} onPress={() => onCreate(start)}>
            New endpoint for this
          </Button>
        )}
      </div>
    </>
  )
}

function Who({
  title,
  endpoints,
  onOpen,
}: {
  readonly title: string
  readonly endpoints: readonly Endpoint[]
  readonly onOpen: (endpoint: string) => void
}) {
  if (endpoints.length === 0) return null
  return (
    <div className={css.who}>
      <span>{title}</span>
      {endpoints.map((endpoint) => {
        const { host, end } = endpointShortName(endpoint)
        return (
          <Button key={endpoint.id} size="small" onPress={() => onOpen(endpoint.id)}>
            <VisibleText text={`${host}${end}`} />
          </Button>
        )
      })}
    </div>
  )
}

function withGranted({ scopes, events, folderIds }: Endpoint): EndpointStart {
  return { scopes, events: [...events, 'note.access_granted'], folderIds }
}

const meanings: Readonly<Record<CellState, string>> = {
  once: 'Each such event is sent to one endpoint.',
  twice:
    'Each such event is sent to every one of these endpoints. That is right if they do different work; else one of them is too many.',
  part: 'Some subfolder has an endpoint of its own. What happens in the rest of this folder is heard by nobody.',
  missesShared:
    'A note that has its summary already when it is shared sends note.access_granted and not note.generated. Nobody hears of the first here, so such notes never show up.',
  off: 'An endpoint would hear of it if it were enabled. Until then such events are missed: the service does not replay them.',
  none: 'Such events happen unheard: the service sends them to nobody, and does not replay them later.',
}
