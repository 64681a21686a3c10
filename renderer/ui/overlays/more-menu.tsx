import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Menu } from './menu.tsx'

export function MoreMenu({
  label,
  id,
  children,
}: {
  readonly label: string
  readonly id?: string
  readonly children: ReactNode
}) {
  return (
    <Menu
      label={label}
      trigger={
        <IconButton {...(id === undefined ? {} : { id })} label={label}>
          <Ellipsis size={14} aria-hidden />
        </IconButton>
      }
    >
      {children}
    </Menu>
  )
}
