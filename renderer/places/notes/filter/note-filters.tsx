import { useQuery } from '@tanstack/react-query'
import { ArrowUpDown, FilterX, ListFilter } from 'lucide-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import { maxFilterLength } from '#shared/notes/filter-length.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextChip, ToggleChip } from '#ui/filters/chips.tsx'
import { DaysChip } from '#ui/filters/days-chip.tsx'
import { useWidth } from '#ui/hooks/use-width.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useApi } from '../../../host/client.ts'
import { knownFolders } from '../../../nouns/notes/folder-queries.ts'
import { copy } from '../copy.ts'
import { hasFilters, type NotesPageProps, type NotesSearch, noFilters, usualSort } from '../notes-search.ts'
import css from './note-filters.module.css'
import { createdPresets, updatedPresets } from './note-presets.ts'

/**
 * The row above a list, with the search field (`children`), the filters, the order, and a button for hidden folders. In a narrow
 * list, the filters have their own row, which is shown while a filter is set or after the user pressed *Filter*.
 */
export function NoteFilters({
  search,
  onSearch,
  folders = null,
  children,
}: NotesPageProps & { readonly folders?: ReactNode; readonly children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const isNested = useHasSubfolders(search.folder)
  const offersDirect = search.folder !== undefined && (isNested || search.direct === true)
  const room = roomForAll + (folders === null ? 0 : roomForFolders) + (offersDirect ? roomForDirect : 0)
  const isWide = useWidth(row) >= room
  const [isOpen, setOpen] = useState(false)
  const isSearching = (search.q ?? '').trim() !== ''
  const isFiltered = hasFilters(search)
  const searchHelp = !isSearching ? null : isFiltered ? copy.filters.notInSearch : copy.filters.phrase
  const isBelow = !isWide && (isOpen || isFiltered)
  const chips = (
    <Chips
      after={search.after}
      before={search.before}
      updated={search.updated}
      title={search.title}
      owner={search.owner}
      direct={search.direct}
      offersDirect={offersDirect}
      onSearch={onSearch}
    />
  )
  return (
    <>
      <div ref={row} className={css.bar}>
        {folders}
        {children}
        {isWide ? (
          <FilterRow className={css.beside} searchHelp={searchHelp}>
            {chips}
          </FilterRow>
        ) : (
          <IconButton
            label={copy.filters.show}
            aria-expanded={isBelow}
            isDisabled={isFiltered}
            onPress={() => setOpen(!isOpen)}
          >
            <ListFilter size={14} aria-hidden />
          </IconButton>
        )}
        <Order sort={search.sort} onSearch={onSearch} />
      </div>
      {isBelow ? (
        <FilterRow className={css.below} searchHelp={searchHelp}>
          {chips}
        </FilterRow>
      ) : null}
    </>
  )
}

/** Shows the filters. During a search, which they don't apply to, shows help for the search instead. */
function FilterRow({
  className,
  searchHelp,
  children,
}: {
  readonly className: string | undefined
  readonly searchHelp: string | null
  readonly children: ReactNode
}) {
  return (
    <div className={className}>
      <div className={css.row} inert={searchHelp !== null}>
        {children}
      </div>
      {searchHelp === null ? null : <p className={css.why}>{searchHelp}</p>}
    </div>
  )
}

/** The width in pixels needed for the search, four chips and the order. */
const roomForAll = 580
const roomForFolders = 140
const roomForDirect = 130

function useHasSubfolders(id: string | undefined): boolean {
  const { data } = useQuery(knownFolders(useApi()))
  return id !== undefined && data?.folders.some(({ parentFolderId }) => parentFolderId === id) === true
}

type Filters = Pick<NotesSearch, keyof typeof noFilters>

const Chips = memo(function Chips({
  offersDirect,
  onSearch,
  ...search
}: Filters & Pick<NotesPageProps, 'onSearch'> & { readonly offersDirect: boolean }) {
  const days = (changes: Readonly<Record<string, string | null | undefined>>) =>
    onSearch(Object.fromEntries(Object.entries(changes).map(([name, day]) => [name, day ?? undefined])))
  return (
    <>
      <fieldset className={css.chips} aria-label={copy.filters.label}>
        <DaysChip
          label={copy.filters.created}
          bounds={createdBounds}
          days={{ after: search.after ?? null, before: search.before ?? null }}
          presets={createdPresets()}
          onChange={days}
        />
        <DaysChip
          label={copy.filters.updated}
          bounds={updatedBounds}
          days={{ updated: search.updated ?? null }}
          presets={updatedPresets()}
          onChange={days}
        />
        <TextChip
          label={copy.filters.title}
          description={copy.filters.titleDescription}
          value={search.title ?? null}
          limit={maxFilterLength}
          onChange={(words) => onSearch({ title: words ?? undefined })}
        />
        <TextChip
          label={copy.filters.owner}
          description={copy.filters.ownerDescription}
          value={search.owner ?? null}
          limit={maxFilterLength}
          onChange={(words) => onSearch({ owner: words ?? undefined })}
        />
        {offersDirect ? (
          <ToggleChip
            label={copy.filters.direct}
            description={copy.filters.directDescription}
            isOn={search.direct === true}
            onChange={(isOn) => onSearch({ direct: isOn || undefined, from: undefined })}
          />
        ) : null}
      </fieldset>
      {hasFilters(search) ? (
        <IconButton label={copy.filters.clear} onPress={() => onSearch(noFilters)}>
          <FilterX size={14} aria-hidden />
        </IconButton>
      ) : null}
    </>
  )
})

/** A menu of all sort orders, including those of hidden columns and the service's own order. */
const Order = memo(function Order({
  sort: chosen = usualSort,
  onSearch,
}: Pick<NotesSearch, 'sort'> & Pick<NotesPageProps, 'onSearch'>) {
  return (
    <Menu
      label={copy.filters.sort}
      trigger={
        <IconButton label={copy.filters.sort}>
          <ArrowUpDown size={14} aria-hidden />
        </IconButton>
      }
    >
      {sorts.map((sort) => (
        <MenuItem
          key={sort}
          onAction={() => onSearch({ sort, from: undefined }, { replace: true })}
          isChosen={chosen === sort}
        >
          {copy.sorts[sort === 'service' ? 'none' : sort]}
        </MenuItem>
      ))}
    </Menu>
  )
})

const createdBounds = [
  { id: 'after', label: copy.filters.after },
  { id: 'before', label: copy.filters.before },
] as const
const updatedBounds = [{ id: 'updated', label: copy.filters.after }] as const

const sorts: readonly NonNullable<NotesSearch['sort']>[] = [
  '-updated',
  'updated',
  '-created',
  'created',
  'title',
  '-title',
  'owner',
  '-owner',
  'service',
]
