import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Coverage, coverageOf } from '#shared/endpoints/coverage.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../host/client.ts'
import { useFolderNames } from '../../nouns/endpoints/folder-names.ts'
import { endpointList } from '../../nouns/endpoints/queries.ts'
import { cellIcons, cellStates } from './cell-states.ts'
import { page as copy, elsewhere, labels } from './copy.ts'
import css from './coverage.module.css'
import { type CoverageActions, CoverageAdvice } from './coverage-advice.tsx'
import { type ChosenCell, CoverageTable } from './coverage-table.tsx'

/** Shows which events all endpoints together cover, by folder, with gaps and duplicates. */
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
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  if (!list.data) return <Skeleton label={copy.loading} lines={8} />
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
