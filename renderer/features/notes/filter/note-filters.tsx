import { ArrowUpDown, FilterX, ListFilter } from 'lucide-react'
import { mostWords } from '#shared/notes/model.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { DaysChip } from '#ui/filters/days-chip.tsx'
import { TextChip } from '#ui/filters/text-chip.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { hasFilters, type NotesPageProps, noFilters, type Sort } from '../notes-search.ts'
import css from './note-filters.module.css'
import { createdPresets, updatedPresets } from './note-presets.ts'

/** All filters in one row, which scrolls rather than take a second one; and the order, where no column has a head. */
export function NoteFilters({ search, onSearch }: NotesPageProps) {
  const days = (changes: Readonly<Record<string, string | null | undefined>>) =>
    onSearch(Object.fromEntries(Object.entries(changes).map(([name, day]) => [name, day ?? undefined])))
  return (
    <div className={css.bar}>
      <fieldset className={css.chips} aria-label="Filters">
        <ListFilter size={14} className={css.icon} aria-hidden />
        <DaysChip
          label="Created"
          bounds={createdBounds}
          days={{ after: search.after ?? null, before: search.before ?? null }}
          presets={createdPresets()}
          onChange={days}
        />
        <DaysChip
          label="Updated"
          bounds={updatedBounds}
          days={{ updated: search.updated ?? null }}
          presets={updatedPresets()}
          onChange={days}
        />
        <TextChip
          label="Title"
          description="Words that the title holds. Looked for here: the service cannot be asked."
          value={search.title ?? null}
          limit={maxFilterLength}
          onChange={(words) => onSearch({ title: words ?? undefined })}
        />
        <TextChip
          label="Owner"
          description="Part of a name or an address. Looked for here: the service cannot be asked."
          value={search.owner ?? null}
          limit={maxFilterLength}
          onChange={(words) => onSearch({ owner: words ?? undefined })}
        />
      </fieldset>
      {hasFilters(search) ? (
        <IconButton label="Clear all filters" onPress={() => onSearch(noFilters)}>
          <FilterX size={14} aria-hidden />
        </IconButton>
      ) : null}
      <Menu
        label="Sort"
        trigger={
          <IconButton label="Sort">
            <ArrowUpDown size={14} aria-hidden />
          </IconButton>
        }
      >
        {sorts.map(([sort, words]) => (
          <MenuItem
            key={words}
            onAction={() => onSearch({ sort }, { replace: true })}
            isChosen={search.sort === sort}
          >
            {words}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

const createdBounds = [
  { id: 'after', label: 'After' },
  { id: 'before', label: 'Before' },
] as const
const updatedBounds = [{ id: 'updated', label: 'After' }] as const

const sorts: readonly (readonly [Sort | undefined, string])[] = [
  [undefined, 'As listed'],
  ['title', 'Title, A to Z'],
  ['-title', 'Title, Z to A'],
  ['owner', 'Owner, A to Z'],
  ['-owner', 'Owner, Z to A'],
  ['-created', 'Created last'],
  ['created', 'Created first'],
  ['-updated', 'Updated last'],
  ['updated', 'Updated first'],
]
