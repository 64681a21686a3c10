import { ChevronDown } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { actions as copy } from '../copy.ts'
import css from './copy-menu.module.css'

/** *Copy as* menu with the copy actions of a note, labeled by format. */
export function CopyMenu({ groups }: { readonly groups: ActionGroups }) {
  const actions = new Map(groups.flat().map((action) => [action.id, action]))
  return (
    <Menu
      label={copy.copyNote}
      trigger={
        <Button>
          {copy.copyAs} <ChevronDown size={12} className={css.chevron} aria-hidden />
        </Button>
      }
    >
      {formats.flatMap(([id, label]) => {
        const action = actions.get(id)
        if (!action) return []
        const { run, keys, disabled } = action
        return (
          <MenuItem key={id} onAction={run} shortcut={keys} disabled={disabled}>
            {label}
          </MenuItem>
        )
      })}
    </Menu>
  )
}

const formats = [
  ['note.copy-markdown', copy.formats.markdown],
  ['note.copy-json', copy.formats.json],
  ['note.copy-id', copy.formats.id],
  ['note.copy-link', copy.formats.link],
] as const
