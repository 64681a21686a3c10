import { useQuery } from '@tanstack/react-query'
import { Telescope } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useMedia } from '#ui/hooks/use-media.ts'
import { OnePane } from '#ui/layout/one-pane.tsx'
import { SplitPane } from '#ui/layout/split-pane.tsx'
import { useApi } from '../../host/client.ts'
import { surpriseList } from './queries.ts'
import { SurpriseDetail } from './surprise-detail.tsx'
import { SurprisePane } from './surprise-pane.tsx'
import css from './surprises-page.module.css'
import type { SurprisesPageProps } from './surprises-search.ts'

/** What the service does otherwise than its specification shows: all of it, and one of it. */
export default function SurprisesPage({ search, onSearch, onLeave }: SurprisesPageProps) {
  const narrow = useMedia('(max-width: 1000px)')
  const onePane = useMedia('(max-width: 680px)')
  const filter = useMemo(
    () => ({
      ...(search.q === undefined ? {} : { text: search.q }),
      ...(search.kind === undefined ? {} : { kind: search.kind }),
    }),
    [search.q, search.kind],
  )
  const list = useQuery(surpriseList(useApi(), filter))
  const chosen = list.data?.find(({ id }) => id === search.surprise)
  const close = useCallback(() => onSearch({ surprise: undefined }), [onSearch])

  const pane = (
    <SurprisePane list={list} filter={filter} search={search} onSearch={onSearch} onLeave={onLeave} />
  )
  const filtered = search.q !== undefined || search.kind !== undefined
  const nothing = (list.data?.length === 0 && !filtered) || list.isError
  const detail = chosen ? (
    <SurpriseDetail seen={chosen} onClose={close} alone={onePane} />
  ) : (
    <EmptyState icon={Telescope} title="Nothing chosen">
      Choose one to see what was found, what Notehook had assumed there, and what it does all the same.
    </EmptyState>
  )

  return (
    <div className={css.page}>
      {onePane || nothing ? (
        <OnePane list={pane} detail={onePane && chosen ? detail : null} />
      ) : (
        <SplitPane
          name="surprise-list"
          label="the list"
          initial={narrow ? 350 : 480}
          min={280}
          max={900}
          side={pane}
        >
          {detail}
        </SplitPane>
      )}
    </div>
  )
}
