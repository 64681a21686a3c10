import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, Separator } from 'react-aria-components'
import css from './popover.module.css'
import { Popover } from './popover.tsx'

/** A button (the first child given as `trigger`) that opens a list of things to do. */
export function Menu({
  trigger,
  label,
  children,
}: {
  readonly trigger: ReactElement
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover>
        <AriaMenu className={css.list ?? ''} aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

export function MenuItem({
  children,
  icon,
  onAction,
  danger = false,
  isDisabled = false,
}: {
  readonly children: string
  readonly icon?: ReactNode
  readonly onAction: () => void
  readonly danger?: boolean
  readonly isDisabled?: boolean
}) {
  return (
    <AriaMenuItem
      className={css.item ?? ''}
      textValue={children}
      onAction={onAction}
      isDisabled={isDisabled}
      data-danger={danger}
    >
      {icon}
      <span className={css.words}>{children}</span>
    </AriaMenuItem>
  )
}

export function MenuSeparator() {
  return <Separator className={css.separator ?? ''} />
}
