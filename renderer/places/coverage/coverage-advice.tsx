import { Pencil, Plus } from 'lucide-react'
import type { CoverageCell } from '#shared/endpoints/coverage.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { endpointShortName } from '../../nouns/endpoints/endpoint-names.ts'
import type { EndpointStart } from '../../nouns/endpoints/endpoint-requests.ts'
import type { FolderNames } from '../../nouns/endpoints/folder-names.ts'
import { cellIcons, cellStateOf } from './cell-states.ts'
import { advice as copy, labels, meanings } from './copy.ts'
import css from './coverage.module.css'

/** Actions of the coverage map. */
export interface CoverageActions {
  readonly onCreate: (start?: EndpointStart) => void
  readonly onOpen: (endpoint: string) => void
  readonly onEdit: (endpoint: string, start: EndpointStart) => void
}

/** Explains one cell of the map, and offers actions for it. */
export function CoverageAdvice({
  cell,
  folderId,
  elsewhereLabel,
  folders,
  endpoints,
  onCreate,
  onOpen,
  onEdit,
}: CoverageActions & {
  readonly cell: CoverageCell
  readonly folderId: string | null
  /** Label of the row that is not a folder. */
  readonly elsewhereLabel: string
  readonly folders: FolderNames
  readonly endpoints: readonly Endpoint[]
}) {
  const state = cellStateOf(cell)
  const Icon = cellIcons[state]
  const withIds = (ids: readonly string[]) => endpoints.filter(({ id }) => ids.includes(id))
  // Endpoints that get note.generated also need note.access_granted.
  const fixable =
    state === 'missesShared'
      ? endpoints.filter(
          ({ enabled, scopes, events }) =>
            enabled && scopes.includes(cell.scope) && events.includes('note.generated'),
        )
      : []
  const start: EndpointStart = {
    scopes: [cell.scope],
    events: state === 'missesShared' ? ['note.generated', 'note.access_granted'] : [cell.eventType],
    folderIds: folderId === null ? [] : [folderId],
  }
  return (
    <>
      <h2 className={css.chosen}>
        <Icon size={14} aria-hidden />
        <span>
          <code>{cell.eventType}</code> {copy.with} <code>{cell.scope}</code>,{' '}
          {folderId === null ? (
            elsewhereLabel
          ) : (
            <>
              {copy.in} <VisibleText text={folders.of(folderId).path} />
            </>
          )}
          : {labels[state]}
        </span>
      </h2>
      <p className={textCss.note}>{meanings[state]}</p>
      <EndpointButtons
        title={state === 'part' ? copy.inSubfolder : copy.coveredBy}
        endpoints={withIds(cell.by)}
        onOpen={onOpen}
      />
      <EndpointButtons title={copy.disabled} endpoints={withIds(cell.off)} onOpen={onOpen} />
      <div className={css.ways}>
        {fixable.map((endpoint) => (
          <Button
            key={endpoint.id}
            size="small"
            icon={<Pencil size={13} aria-hidden />}
            onPress={() => onEdit(endpoint.id, withGranted(endpoint))}
          >
            {copy.addTo(endpointShortName(endpoint).host)}
          </Button>
        ))}
        {state === 'once' || state === 'twice' ? null : (
          <Button size="small" icon={<Plus size={13} aria-hidden />} onPress={() => onCreate(start)}>
            {copy.create}
          </Button>
        )}
      </div>
    </>
  )
}

function EndpointButtons({
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
