import { useQuery } from '@tanstack/react-query'
import { Grid3x3 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Coverage, coverageOf } from '#shared/endpoints/coverage.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useApi } from '../../../host/client.ts'
import { useFolderNames } from '../folder-names.ts'
import { endpointList } from '../queries.ts'
import { cellIcons, cellStates } from './cell-states.ts'
import { map as copy, elsewhere, labels } from './copy.ts'
import { type CoverageActions, CoverageAdvice } from './coverage-advice.tsx'
import css from './coverage-map.module.css'
import { type ChosenCell, CoverageTable } from './coverage-table.tsx'

/** Which events all endpoints together cover, by place: what is missed and what is sent twice. */
export function CoverageMap({
  onCreate,
  onOpen,
  onEdit,
  heading: Heading,
}: CoverageActions & { readonly heading: 'h1' | 'h2' }) {
  const list = useQuery(endpointList(useApi()))
  const folders = useFolderNames()
  const coverage = useMemo(() => coverageOf(list.data ?? [], folders.list), [list.data, folders.list])
  const [chosen, setChosen] = useState<ChosenCell | null>(null)
  const cell = chosen && findCell(coverage, chosen)

  if (list.isError && !list.data) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  }
  if (!list.data) return <Skeleton label={copy.loading} lines={8} />
  if (list.data.length === 0) {
    return (
      <EmptyState icon={Grid3x3} title={copy.emptyTitle}>
        {copy.empty}
      </EmptyState>
    )
  }
  return (
    <section className={css.map} aria-labelledby="coverage-title">
      <Heading id="coverage-title" className={css.title}>
        {copy.title}
      </Heading>
      <p className={css.lead}>{copy.text}</p>
      <ul className={css.legend} aria-label={copy.legend}>
        {cellStates.map((state) => {
          const Icon = cellIcons[state]
          return (
            <li key={state} className={css.sign} data-look={state}>
              <Icon size={14} aria-hidden />
              {labels[state]}
            </li>
          )
        })}
      </ul>
      <CoverageTable coverage={coverage} folders={folders} chosen={chosen} onChoose={setChosen} />
      <div role="status" className={css.advice}>
        {chosen && cell ? (
          <CoverageAdvice
            cell={cell}
            folderId={chosen.folderId}
            elsewhereLabel={elsewhere(coverage).toLowerCase()}
            folders={folders}
            endpoints={list.data}
            onCreate={onCreate}
            onOpen={onOpen}
            onEdit={onEdit}
          />
        ) : null}
      </div>
    </section>
  )
}

function findCell({ rows }: Coverage, { folderId, scope, eventType }: ChosenCell) {
  return rows
    .find((row) => row.folderId === folderId)
    ?.cells.find((cell) => cell.scope === scope && cell.eventType === eventType)
}
