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
import { cellStates, elsewhereWords } from './cell-states.ts'
import { type CoverageActions, CoverageAdvice } from './coverage-advice.tsx'
import css from './coverage-map.module.css'
import { type ChosenCell, CoverageTable } from './coverage-table.tsx'

/** What all endpoints together hear of: each kind of event in each place, and what is missed or heard twice. */
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
  const cell = chosen && found(coverage, chosen)

  if (list.isError && !list.data) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  }
  if (!list.data) return <Skeleton label="Reading the endpoints" lines={8} />
  if (list.data.length === 0) {
    return (
      <EmptyState icon={Grid3x3} title="Nothing is heard of yet">
        With the first endpoint this shows which events reach you, from where, and which ones nobody hears of.
      </EmptyState>
    )
  }
  return (
    <section className={css.map} aria-labelledby="coverage-title">
      <Heading id="coverage-title" className={css.title}>
        What your endpoints hear of
      </Heading>
      <p className={css.lead}>
        Each row is a place, each column a kind of event. Choose a cell to see who hears of it, or to close a
        gap. As far as the endpoints’ settings tell: the service alone knows who may see which note.
      </p>
      <ul className={css.legend} aria-label="Signs">
        {Object.entries(cellStates).map(([name, { icon: Icon, short }]) => (
          <li key={name} className={css.sign} data-look={name}>
            <Icon size={14} aria-hidden />
            {short}
          </li>
        ))}
      </ul>
      <CoverageTable coverage={coverage} folders={folders} chosen={chosen} onChoose={setChosen} />
      <div role="status" className={css.advice}>
        {chosen && cell ? (
          <CoverageAdvice
            cell={cell}
            folderId={chosen.folderId}
            elsewhere={elsewhereWords(coverage).toLowerCase()}
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

function found({ rows }: Coverage, { folderId, scope, eventType }: ChosenCell) {
  return rows
    .find((row) => row.folderId === folderId)
    ?.cells.find((cell) => cell.scope === scope && cell.eventType === eventType)
}
