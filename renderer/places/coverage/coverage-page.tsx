import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Pencil, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Coverage, type CoverageCell, coverageOf } from '#shared/endpoints/coverage.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { endpointShortName } from '../../nouns/endpoints/endpoint-names.ts'
import type { EndpointStart } from '../../nouns/endpoints/endpoint-requests.ts'
import { type FolderNames, useFolderNames } from '../../nouns/endpoints/folder-names.ts'
import { endpointList } from '../../nouns/endpoints/queries.ts'
import { cellIcons, cellStateOf, cellStates } from './cell-states.ts'
import { advice, page as copy, elsewhere, labels, meanings } from './copy.ts'
import css from './coverage.module.css'
import { type ChosenCell, CoverageTable } from './coverage-table.tsx'

/** Shows which events the endpoints cover together, by folder, with gaps and duplicates. */
export default function CoveragePage(actions: CoverageActions) {
  const { data } = useQuery(endpointList(useApi()))
  const hasSome = data !== undefined && data.length > 0
  return (
    <>
      <Toolbar level={1} title={copy.title} subtitle={copy.subtitle} />
      {hasSome ? <CoverageMap {...actions} /> : <NothingYet onCreate={() => actions.onCreate()} />}
    </>
  )
}

function NothingYet({ onCreate }: { readonly onCreate: () => void }) {
  const list = useQuery(endpointList(useApi()))
  if (list.isError || !list.data)
    return <QueryPlaceholder query={list} label={copy.loading} lines={8} isPage />
  return (
    <EmptyState
      icon={LayoutGrid}
      title={copy.emptyTitle}
      action={
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={onCreate}>
          {copy.create}
        </Button>
      }
    >
      {copy.empty}
    </EmptyState>
  )
}

function CoverageMap({ onCreate, onOpen, onEdit }: CoverageActions) {
  const { data: endpoints = [] } = useQuery(endpointList(useApi()))
  const folders = useFolderNames()
  const coverage = useMemo(() => coverageOf(endpoints, folders.list), [endpoints, folders.list])
  const [chosen, setChosen] = useState<ChosenCell | null>(null)
  const cell = chosen && findCell(coverage, chosen)
  return (
    <div className={css.map}>
      <div className={css.left}>
        <ul className={css.legend} aria-label={copy.legend}>
          {cellStates.map((state) => {
            const Icon = cellIcons[state]
            return (
              <li key={state} className={css.sign} data-look={state}>
                <Icon size={14} strokeWidth={1.75} aria-hidden />
                {labels[state]}
              </li>
            )
          })}
        </ul>
        <CoverageTable coverage={coverage} folders={folders} chosen={chosen} onChoose={setChosen} />
      </div>
      <section className={css.advice} aria-label={copy.advice}>
        <div role="status" className={stackCss.s2}>
          {chosen && cell ? (
            <CoverageAdvice
              cell={cell}
              folderId={chosen.folderId}
              elsewhereLabel={elsewhere(coverage).toLowerCase()}
              folders={folders}
              endpoints={endpoints}
              onCreate={onCreate}
              onOpen={onOpen}
              onEdit={onEdit}
            />
          ) : (
            <>
              <p className={css.hint}>{copy.hint}</p>
              <p className={textCss.note}>{copy.about}</p>
            </>
          )}
        </div>
      </section>
    </div>
  )
}

function findCell({ rows }: Coverage, { folderId, scope, eventType }: ChosenCell) {
  return rows
    .find((row) => row.folderId === folderId)
    ?.cells.find((cell) => cell.scope === scope && cell.eventType === eventType)
}

interface CoverageActions {
  readonly onCreate: (start?: EndpointStart) => void
  readonly onOpen: (endpoint: string) => void
  readonly onEdit: (endpoint: string, start: EndpointStart) => void
}

function CoverageAdvice({
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
  readonly elsewhereLabel: string
  readonly folders: FolderNames
  readonly endpoints: readonly Endpoint[]
}) {
  const state = cellStateOf(cell)
  const Icon = cellIcons[state]
  const withIds = (ids: readonly string[]) => endpoints.filter(({ id }) => ids.includes(id))
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
          <code>{cell.eventType}</code> {advice.with} <code>{cell.scope}</code>,{' '}
          {folderId === null ? (
            elsewhereLabel
          ) : (
            <>
              {advice.in} <VisibleText text={folders.of(folderId).path} />
            </>
          )}
          : {labels[state]}
        </span>
      </h2>
      <p className={textCss.note}>{meanings[state]}</p>
      <EndpointButtons
        title={state === 'part' ? advice.inSubfolder : advice.coveredBy}
        endpoints={withIds(cell.by)}
        onOpen={onOpen}
      />
      <EndpointButtons title={advice.disabled} endpoints={withIds(cell.off)} onOpen={onOpen} />
      <div className={css.ways}>
        {fixable.map((endpoint) => (
          <Button
            key={endpoint.id}
            size="small"
            icon={<Pencil size={13} aria-hidden />}
            onPress={() => onEdit(endpoint.id, withGranted(endpoint))}
          >
            {advice.addTo(endpointShortName(endpoint).host)}
          </Button>
        ))}
        {state === 'once' || state === 'twice' ? null : (
          <Button size="small" icon={<Plus size={13} aria-hidden />} onPress={() => onCreate(start)}>
            {advice.create}
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
