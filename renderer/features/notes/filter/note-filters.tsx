import { ArrowUpDown, FilterX, ListFilter } from 'lucide-react'
import { maxFilterLength } from '#shared/notes/filter-length.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { DaysChip } from '#ui/filters/days-chip.tsx'
import { TextChip } from '#ui/filters/text-chip.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { copy } from '../copy.ts'
import { hasFilters, type NotesPageProps, noFilters, type Sort } from '../notes-search.ts'
import css from './note-filters.module.css'
import { createdPresets, updatedPresets } from './note-presets.ts'

/** All filters in one row, which scrolls instead of wrapping, and the sort order for lists without column heads. */
export function NoteFilters({ search, onSearch }: NotesPageProps) {
  const days = (changes: Readonly<Record<string, string | null | undefined>>) =>
    onSearch(Object.fromEntries(Object.entries(changes).map(([name, day]) => [name, day ?? undefined])))
  return (
    <div className={css.bar}>
      <fieldset className={css.chips} aria-label={copy.filters.label}>
        <ListFilter size={14} className={css.icon} aria-hidden />
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
      </fieldset>
      {hasFilters(search) ? (
        <IconButton label={copy.filters.clear} onPress={() => onSearch(noFilters)}>
          <FilterX size={14} aria-hidden />
        </IconButton>
      ) : null}
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
            key={sort ?? 'none'}
            onAction={() => onSearch({ sort }, { replace: true })}
            isChosen={search.sort === sort}
          >
            {copy.sorts[sort ?? 'none']}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

const createdBounds = [
  { id: 'after', label: copy.filters.after },
  { id: 'before', label: copy.filters.before },
] as const
const updatedBounds = [{ id: 'updated', label: copy.filters.after }] as const

const sorts: readonly (Sort | undefined)[] = [
  undefined,
  'title',
  '-title',
  'owner',
  '-owner',
  '-created',
  'created',
  '-updated',
  'updated',
]
