import { useQuery } from '@tanstack/react-query'
import { ArrowUpDown, SearchX, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { lettersOf } from '#shared/app/shown-commands.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { type ColumnHead, ColumnHeads, gridTemplate } from '#ui/collections/columns.tsx'
import { KeyFoot } from '#ui/collections/key-hint.tsx'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import type { ListSelection } from '#ui/collections/use-list-selection.ts'
import { useRowHeight } from '#ui/collections/use-row-height.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useWidth } from '#ui/hooks/use-width.ts'
import stackCss from '#ui/layout/stack.module.css'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ActionItems, Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { deleteKey } from '#ui/platform-keys.ts'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useSelectionCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { lastDay } from '../../../nouns/deliveries/queries.ts'
import { endpointName } from '../../../nouns/endpoints/endpoint-names.ts'
import type { FolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { removeEndpoints } from '../../../nouns/endpoints/queries.ts'
import { replacementList } from '../../../nouns/endpoints/replacement/queries.ts'
import { missedStatus, missedToday } from '../../../nouns/missed/queries.ts'
import { type EndpointPlace, useEndpointActions } from '../actions/use-endpoint-actions.ts'
import type { EndpointsPageProps } from '../endpoints-search.ts'
import { columns as columnCopy, filter as copy, keyHints, removeSeveral, sortLabels } from './copy.ts'
import css from './endpoint-list.module.css'
import { arrangeEndpoints, creatorName, type EndpointSort } from './endpoint-order.ts'
import { columnsFor, type EndpointColumn, EndpointRow, endpointRowLabel } from './endpoint-row.tsx'

export function EndpointList({
  endpoints,
  folders,
  search,
  onSearch,
  place,
}: EndpointsPageProps & {
  readonly endpoints: readonly Endpoint[]
  readonly folders: FolderNames
  readonly place: EndpointPlace
}) {
  const { data: day } = useQuery(lastDay(useApi()))
  const { data: missed } = useQuery(missedStatus(useApi()))
  const behind = useMemo(
    () => new Map(missed?.endpoints.map(({ endpointId, behind }) => [endpointId, behind])),
    [missed],
  )
  const { data: replacements } = useQuery(replacementList(useApi()))
  const replaced = useMemo(
    () => new Set(replacements?.filter(isUnderWay).map(({ oldId }) => oldId)),
    [replacements],
  )
  const table = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const columns = columnsFor(useWidth(table))
  const rowHeight = useRowHeight()
  const picks = useEndpointPicks(endpoints)
  const [removing, setRemoving] = useState(false)
  const [hasRowKeys, setHasRowKeys] = useState(false)
  const text = search.q ?? ''
  const sort = search.sort ?? 'name'
  const { items, headings } = useMemo(
    () => arrangeEndpoints(endpoints, { text, sort }, (endpoint) => searchableText(endpoint, folders)),
    [endpoints, text, sort, folders],
  )
  const ofPicked: ActionGroups = [
    [
      {
        id: 'selection.delete',
        label: copy.delete,
        full: copy.deleteSelected,
        icon: Trash2,
        keys: deleteKey,
        tone: 'danger',
        run: () => setRemoving(true),
      },
    ],
  ]
  useSelectionCommands(picks.count, ofPicked)
  const headingOf = useCallback(({ id }: Endpoint) => headings.get(id), [headings])
  const onSort = (next: EndpointSort) =>
    onSearch({ sort: next === 'name' ? undefined : next }, { replace: true })

  return (
    <>
      <fieldset className={css.filters} aria-label={copy.group}>
        <SearchField
          label={copy.label}
          placeholder={copy.placeholder}
          isMain
          className={css.search}
          value={text}
          onChange={(q) => onSearch({ q: q === '' ? undefined : q }, { replace: search.q !== undefined })}
        />
        <Menu
          label={copy.sort}
          trigger={
            <IconButton label={copy.sort}>
              <ArrowUpDown size={14} aria-hidden />
            </IconButton>
          }
        >
          {sorts.map((one) => (
            <MenuItem key={one} isChosen={one === sort} onAction={() => onSort(one)}>
              {sortLabels[one]}
            </MenuItem>
          ))}
        </Menu>
      </fieldset>
      <LiveStatus>{text === '' ? '' : copy.found(items.length)}</LiveStatus>
      <div ref={table} className={stackCss.fill}>
        {items.length > 0 ? (
          <>
            <ColumnHeads
              label={columnCopy.label}
              heads={headsOf(columns, sort, onSort)}
              template={gridTemplate(columns)}
              inset={inset}
            />
            <VirtualList
              label={copy.list}
              items={items}
              keyOf={keyOf}
              renderItem={(endpoint) => (
                <EndpointRow
                  endpoint={endpoint}
                  columns={columns}
                  folders={folders}
                  day={day}
                  behind={behind.get(endpoint.id) ?? 0}
                  missedToday={missedToday(missed, endpoint).all}
                  isReplaced={replaced.has(endpoint.id)}
                />
              )}
              labelOf={(endpoint) =>
                endpointRowLabel(endpoint, folders, day, behind.get(endpoint.id), replaced.has(endpoint.id))
              }
              headingOf={headingOf}
              selectedKey={search.endpoint ?? null}
              onSelect={({ id }, how) => onSearch({ endpoint: id }, how)}
              pane="endpoint-detail"
              textOf={(endpoint) => endpointName(endpoint).name}
              letters={`n${lettersOf('endpoint')}`}
              menu={(endpoint) =>
                picks.count > 1 && picks.has(endpoint) ? (
                  <ActionItems groups={ofPicked} />
                ) : (
                  <EndpointItems endpoint={endpoint} place={place} />
                )
              }
              rowKeys={(endpoint) =>
                picks.count > 0 ? (
                  <ActionKeys groups={ofPicked} />
                ) : (
                  <EndpointKeys endpoint={endpoint} place={place} />
                )
              }
              onRowKeys={setHasRowKeys}
              picking={picks}
              scrollerRef={scroller}
              pickMark="over"
              rowHeight={rowHeight}
            />
          </>
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
      </div>
      <SelectionBar count={picks.count} total={null} onClear={picks.clear} actions={ofPicked} />
      {items.length > 0 ? (
        <KeyFoot
          keys={[
            keyHints.new,
            // While endpoints are selected, the shortcuts act on all of them, and Edit is not among them.
            ...(hasRowKeys && picks.count === 0 ? [keyHints.edit] : []),
            ...(hasRowKeys ? [keyHints.select] : []),
          ]}
          closes={search.endpoint !== undefined}
          list={scroller}
        />
      ) : null}
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

const sorts: readonly EndpointSort[] = ['name', 'delivery', 'state', 'created', 'listed']

const isUnderWay = ({ endedAt, step }: Replacement) => endedAt === null && step !== 'rolling-back'

const inset = 35

const headsOf = (
  columns: readonly EndpointColumn[],
  sort: EndpointSort,
  onSort: (sort: EndpointSort) => void,
): readonly ColumnHead[] =>
  columns.map(({ id, label, sorts, isEnd = false }) => ({
    id,
    label,
    isNumber: isEnd,
    sort:
      sorts === null
        ? null
        : {
            label: columnCopy.sortBy(label, sorts.by === sort),
            direction: sorts.by === sort ? sorts.direction : null,
            run: () => onSort(sorts.by),
          },
  }))

function keyOf({ id }: Endpoint): string {
  return id
}

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

interface EndpointPicks extends ListSelection<Endpoint> {
  readonly endpoints: readonly Endpoint[]
}

function useEndpointPicks(list: readonly Endpoint[]): EndpointPicks {
  const [picked, setPicked] = useState<ReadonlySet<string>>(none)
  return useMemo(() => {
    const endpoints = list.filter(({ id }) => picked.has(id))
    return {
      count: endpoints.length,
      endpoints,
      has: ({ id }) => picked.has(id),
      set: (items, isPicked) =>
        setPicked((before) => {
          const after = new Set(before)
          for (const { id } of items) isPicked ? after.add(id) : after.delete(id)
          return after
        }),
      clear: () => setPicked(none),
    }
  }, [list, picked])
}

const none: ReadonlySet<string> = new Set()

/** Deletes several endpoints. The user types their number to start a job, which is shown on every page. */
function RemoveSeveral({
  endpoints,
  onClose,
}: {
  readonly endpoints: readonly Endpoint[]
  readonly onClose: (deleting: readonly string[]) => void
}) {
  // Uses the endpoints from when the dialog opened, because the list behind it may change.
  const [targets] = useState(endpoints)
  const remove = useSubmission(removeEndpoints(useApi()), () => onClose(targets.map(({ id }) => id)))
  const count = removeSeveral.count(targets.length)
  return (
    <ConfirmDialog
      title={removeSeveral.title(count)}
      onClose={() => onClose([])}
      confirmLabel={removeSeveral.confirm(count)}
      typeToConfirm={count}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(targets.map(({ id, url }) => ({ id, url })))}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>{removeSeveral.text}</p>
      <ul className={css.list} aria-label={removeSeveral.list}>
        {targets.map(({ id, url }) => (
          <li key={id} className={css.line}>
            <VisibleText text={url} /> <code className={textCss.muted}>{id}</code>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

interface Props {
  readonly endpoint: Endpoint
  readonly place: EndpointPlace
}

function EndpointItems({ endpoint, place }: Props) {
  return <ActionItems groups={useEndpointActions(endpoint, place)} />
}

function EndpointKeys({ endpoint, place }: Props) {
  return <ActionKeys groups={useEndpointActions(endpoint, place)} />
}
