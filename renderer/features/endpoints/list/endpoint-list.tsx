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
import css from './endpoint-list.module.css'
import { arrangeEndpoints, creatorName, type EndpointSort } from './endpoint-order.ts'
import { EndpointRow, endpointRowLabel } from './endpoint-row.tsx'
import { RemoveSeveral } from './remove-several.tsx'
import { useEndpointPicks } from './use-endpoint-picks.ts'

/** The endpoints there are: found by what is typed, in an order, by creator where there are several, and some picked. */
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
    () => arrangeEndpoints(endpoints, { text, sort }, (endpoint) => readable(endpoint, folders)),
    [endpoints, text, sort, folders],
  )
  const headingOf = useCallback(({ id }: Endpoint) => headings.get(id), [headings])

  return (
    <>
      <fieldset className={css.filters} aria-label="Find and sort">
        <SearchField
          label="Find an endpoint"
          placeholder="URL, folder, person…"
          className={css.search}
          value={text}
          onChange={(q) => onSearch({ q: q === '' ? undefined : q }, { replace: search.q !== undefined })}
        />
        <Select
          label="Sort by"
          hideLabel
          className={css.sort}
          options={sortOptions}
          value={sort}
          onChange={(next) => onSearch({ sort: next === 'listed' ? undefined : next }, { replace: true })}
        />
      </fieldset>
      <LiveStatus>{text === '' ? '' : `${items.length.toLocaleString()} found`}</LiveStatus>
      {items.length > 0 ? (
        <VirtualList
          label="Endpoints"
          items={items}
          keyOf={keyOf}
          renderItem={(endpoint) => <EndpointRow endpoint={endpoint} folders={folders} short={narrow} />}
          labelOf={(endpoint) => endpointRowLabel(endpoint, folders)}
          headingOf={headingOf}
          selectedKey={search.endpoint ?? null}
          onSelect={({ id }, how) => onSearch({ endpoint: id, view: undefined }, how)}
          onOpen={() => document.getElementById('endpoint-detail')?.focus()}
          picking={picks}
          rowHeight={narrow ? 82 : 100}
        />
      ) : (
        <EmptyState
          icon={SearchX}
          title="No endpoint says that"
          action={<Button onPress={() => onSearch({ q: undefined }, { replace: true })}>Show all</Button>}
        >
          Every word has to be in its URL, id, state, events, scopes, folders or creator.
        </EmptyState>
      )}
      <SelectionBar count={picks.count} onClear={picks.clear}>
        <Button icon={<Trash2 size={14} aria-hidden />} onPress={() => setRemoving(true)}>
          Delete…
        </Button>
      </SelectionBar>
      {removing ? (
        <RemoveSeveral
          endpoints={picks.endpoints}
          onClose={(going) => {
            setRemoving(false)
            if (going.length > 0) picks.clear()
            if (going.includes(search.endpoint ?? '')) onSearch({ endpoint: undefined }, { replace: true })
          }}
        />
      ) : null}
    </>
  )
}

const sortOptions = [
  { value: 'listed', label: 'As listed' },
  { value: 'url', label: 'URL' },
  { value: 'created', label: 'Newest' },
  { value: 'delivery', label: 'Last delivery' },
  { value: 'state', label: 'Needs attention' },
] as const satisfies readonly { readonly value: EndpointSort; readonly label: string }[]

function keyOf({ id }: Endpoint): string {
  return id
}

/** All that can be read of an endpoint in the list, and a little more. */
function readable(endpoint: Endpoint, folders: FolderNames): string {
  const paths = endpoint.folderIds.map((id) => folders.of(id).path)
  return [
    ...[endpoint.url, endpoint.id, endpointRowLabel(endpoint, folders), creatorName(endpoint)],
    ...[
      endpoint.createdBy?.email ?? '',
      endpoint.receivedHere ? 'inspector' : '',
      ...endpoint.events,
      ...paths,
    ],
  ].join(' ')
}
