import { SearchX, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useIsNarrow } from '#ui/hooks/use-media.ts'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import type { EndpointsPageProps } from '../endpoints-search.ts'
import type { FolderNames } from '../folder-names.ts'
import { filter as copy, sortLabels } from './copy.ts'
import css from './endpoint-list.module.css'
import { arrangeEndpoints, creatorName, type EndpointSort } from './endpoint-order.ts'
import { EndpointRow, endpointRowLabel } from './endpoint-row.tsx'
import { RemoveSeveral } from './remove-several.tsx'
import { useEndpointPicks } from './use-endpoint-picks.ts'

/** The endpoints: searched, sorted, grouped by creator if there are several, and selectable. */
export function EndpointList({
  endpoints,
  folders,
  search,
  onSearch,
}: EndpointsPageProps & { readonly endpoints: readonly Endpoint[]; readonly folders: FolderNames }) {
  const narrow = useIsNarrow()
  const picks = useEndpointPicks(endpoints)
  const [removing, setRemoving] = useState(false)
  const text = search.q ?? ''
  const sort = search.sort ?? 'listed'
  const { items, headings } = useMemo(
    () => arrangeEndpoints(endpoints, { text, sort }, (endpoint) => searchableText(endpoint, folders)),
    [endpoints, text, sort, folders],
  )
  const headingOf = useCallback(({ id }: Endpoint) => headings.get(id), [headings])

  return (
    <>
      <fieldset className={css.filters} aria-label={copy.group}>
        <SearchField
          label={copy.label}
          placeholder={copy.placeholder}
          className={css.search}
          value={text}
          onChange={(q) => onSearch({ q: q === '' ? undefined : q }, { replace: search.q !== undefined })}
        />
        <Select
          label={copy.sort}
          hideLabel
          className={css.sort}
          options={sortOptions}
          value={sort}
          onChange={(next) => onSearch({ sort: next === 'listed' ? undefined : next }, { replace: true })}
        />
      </fieldset>
      <LiveStatus>{text === '' ? '' : copy.found(items.length)}</LiveStatus>
      {items.length > 0 ? (
        <VirtualList
          label={copy.list}
          items={items}
          keyOf={keyOf}
          renderItem={(endpoint) => <EndpointRow endpoint={endpoint} folders={folders} short={narrow} />}
          labelOf={(endpoint) => endpointRowLabel(endpoint, folders)}
          headingOf={headingOf}
          selectedKey={search.endpoint ?? null}
          onSelect={({ id }, how) => onSearch({ endpoint: id }, how)}
          onOpen={() => document.getElementById('endpoint-detail')?.focus()}
          picking={picks}
          rowHeight={narrow ? 82 : 100}
        />
      ) : (
        <EmptyState
          icon={SearchX}
          title={copy.emptyTitle}
          action={
            <Button onPress={() => onSearch({ q: undefined }, { replace: true })}>{copy.showAll}</Button>
          }
        >
          {copy.empty}
        </EmptyState>
      )}
      <SelectionBar count={picks.count} onClear={picks.clear}>
        <Button icon={<Trash2 size={14} aria-hidden />} onPress={() => setRemoving(true)}>
          {copy.delete}
        </Button>
      </SelectionBar>
      {removing ? (
        <RemoveSeveral
          endpoints={picks.endpoints}
          onClose={(deleting) => {
            setRemoving(false)
            if (deleting.length > 0) picks.clear()
            if (deleting.includes(search.endpoint ?? '')) onSearch({ endpoint: undefined }, { replace: true })
          }}
        />
      ) : null}
    </>
  )
}

const sorts: readonly EndpointSort[] = ['listed', 'url', 'created', 'delivery', 'state']
const sortOptions = sorts.map((value) => ({ value, label: sortLabels[value] }))

function keyOf({ id }: Endpoint): string {
  return id
}

/** What a search looks in: everything in the row, and a little more. */
function searchableText(endpoint: Endpoint, folders: FolderNames): string {
  return [
    endpoint.url,
    endpoint.id,
    endpointRowLabel(endpoint, folders),
    creatorName(endpoint),
    endpoint.createdBy?.email ?? '',
    endpoint.receivedHere ? 'inspector' : '',
    ...endpoint.events,
    ...endpoint.folderIds.map((id) => folders.of(id).path),
  ].join(' ')
}
