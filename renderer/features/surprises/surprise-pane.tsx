import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Download, FilterX, Sparkles, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SurpriseSeen } from '#shared/workspaces/api-difference.ts'
import { SurpriseKind } from '#shared/workspaces/api-difference.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { saveFile } from '#ui/hooks/save-file.ts'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import {
  clearSurprises,
  exportSurprises,
  lookAtSurprises,
  type SurpriseFilter,
  saveSurprises,
} from './queries.ts'
import { SurpriseRow } from './surprise-row.tsx'
import { kindOptions, spokenSurprise } from './surprise-words.ts'
import css from './surprises-page.module.css'
import type { SurprisesPageProps } from './surprises-search.ts'

/** The list, its filters, and what can be done with all of it. */
export function SurprisePane({
  list,
  filter,
  search,
  onSearch,
  onLeave,
}: SurprisesPageProps & {
  readonly list: UseQueryResult<SurpriseSeen[]>
  readonly filter: SurpriseFilter
}) {
  const api = useApi()
  const cache = useQueryClient()
  const { data } = list
  const fresh = useFresh(data)
  const [clearing, setClearing] = useState(false)
  const clear = useSubmission({ ...clearSurprises(api, cache), onSettled: () => setClearing(false) })
  const { data: info } = useQuery(appInfo(api))
  const file = useMutation({
    ...exportSurprises(api),
    onSuccess(exported) {
      saveFile(exported)
      toast({ title: `Exported as ${exported.fileName}.` })
    },
  })
  const save = useMutation({
    ...saveSurprises(api),
    onSuccess: (saved) => saved && toast({ title: 'Exported.' }),
  })
  const filtered = search.q !== undefined || search.kind !== undefined
  const failure = clear.error ?? file.error ?? save.error

  const exportAs = (format: 'json' | 'ndjson') => {
    const asked = { ...filter, format }
    if (info?.host === 'desktop') save.mutate(asked)
    else file.mutate(asked)
  }

  return (
    <section className={css.pane} aria-label="Surprises">
      <Toolbar level={1} title="Surprises" subtitle={data ? countWords(data.length, filtered) : ' '}>
        <IconButton label="Export as JSON" onPress={() => exportAs('json')} isDisabled={!data?.length}>
          <Download size={15} aria-hidden />
        </IconButton>
        <IconButton label="Clear the log" onPress={() => setClearing(true)} isDisabled={!data?.length}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
        <IconButton label="Back to the settings" onPress={onLeave}>
          <ArrowLeft size={16} aria-hidden />
        </IconButton>
      </Toolbar>
      {data?.length || filtered ? (
        <div className={css.bar}>
          <SearchField
            label="Filter surprises"
            placeholder="Filter by field, value or words"
            value={search.q ?? ''}
            onChange={(text) =>
              onSearch({ q: text === '' ? undefined : text }, { replace: search.q !== undefined })
            }
            maxLength={200}
            className={css.filter}
          />
          <Select
            label="Kind"
            hideLabel
            className={css.kind}
            options={kindOptions}
            value={search.kind ?? 'all'}
            onChange={(kind) => onSearch({ kind: SurpriseKind.safeParse(kind).data })}
          />
        </div>
      ) : null}
      {failure ? <ErrorBanner error={failure} /> : null}
      {data && data.length > 0 ? (
        <VirtualList
          label="Surprises"
          items={data}
          keyOf={keyOf}
          renderItem={(seen) => <SurpriseRow seen={seen} fresh={fresh.has(seen.id)} />}
          labelOf={(seen) => spokenSurprise(seen, fresh.has(seen.id))}
          selectedKey={search.surprise ?? null}
          onSelect={({ id }, how) => onSearch({ surprise: id }, how)}
          onOpen={() => document.getElementById('surprise-detail')?.focus()}
          rowHeight={52}
          footer="Only names, types and short values are kept, on this computer."
        />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : data && filtered ? (
        <EmptyState
          icon={FilterX}
          title="Nothing matches"
          action={
            <Button onPress={() => onSearch({ q: undefined, kind: undefined })}>Show all surprises</Button>
          }
        >
          No surprise has these words and this kind.
        </EmptyState>
      ) : data ? (
        <EmptyState icon={Sparkles} title="No surprises">
          <p>
            The service has answered as its specification shows. Where it ever does otherwise (a field nobody
            described, another status, an id off its pattern, paging that breaks off), it is noted here with
            what Notehook had assumed, so that you can ask whoever runs it.
          </p>
          <p>Only names, types and short values are noted: nothing of a note, and no key.</p>
        </EmptyState>
      ) : (
        <Skeleton label="Reading the surprises" lines={8} />
      )}
      <ConfirmDialog
        title="Clear the log of surprises?"
        isOpen={clearing}
        onClose={() => setClearing(false)}
        confirmLabel="Clear the log"
        onConfirm={() => clear.mutate()}
        pending={clear.isPending}
      >
        <p>What was noted of this workspace is deleted. What the service still does is noted anew.</p>
      </ConfirmDialog>
    </section>
  )
}

/** What is new at this visit. It stays marked until the page is left, though it counts as seen at once. */
function useFresh(list: readonly SurpriseSeen[] | undefined): ReadonlySet<number> {
  const look = useMutation(lookAtSurprises(useApi(), useQueryClient()))
  const marked = useRef<ReadonlySet<number>>(new Set())
  const found = list?.filter(({ fresh }) => fresh).map(({ id }) => id) ?? []
  if (found.some((id) => !marked.current.has(id))) marked.current = new Set([...marked.current, ...found])
  const { mutate } = look
  const unseen = found.length
  useEffect(() => {
    if (unseen > 0) mutate()
  }, [unseen, mutate])
  return marked.current
}

function countWords(count: number, filtered: boolean): string {
  const places = `${count.toLocaleString()} place${count === 1 ? '' : 's'}`
  return filtered ? `${places} found` : `${places} where the service does otherwise`
}

function keyOf({ id }: SurpriseSeen): number {
  return id
}
