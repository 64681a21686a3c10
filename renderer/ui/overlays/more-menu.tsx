import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Menu } from './menu.tsx'

/** Three dots that open what else can be done. */
export function MoreMenu({
  label,
  id,
  children,
}: {
  readonly label: string
  /** Of the button. */
  readonly id?: string
  /** Items of a menu. */
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
