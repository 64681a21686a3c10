import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, Separator } from 'react-aria-components'
import { Visible } from '../text/visible-text.tsx'
import css from './popover.module.css'
import { Popover } from './popover.tsx'

/** A button (`trigger`) that opens a list of things to do. */
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
  onAction,
  isChosen = false,
  shortcut,
  tone = 'neutral',
}: {
  readonly children: string
  readonly onAction: () => void
  /** It is the current choice. */
  readonly isChosen?: boolean
  /** The key that does the same. */
  readonly shortcut?: string | undefined
  readonly tone?: 'neutral' | 'danger'
}) {
  return (
    <AriaMenuItem className={css.item ?? ''} textValue={children} onAction={onAction} data-tone={tone}>
      <span className={css.words}>
        <Visible>{children}</Visible>
      </span>
      {shortcut === undefined ? (
        <span className={css.mark}>{isChosen ? <Check size={14} aria-label="chosen" /> : null}</span>
      ) : (
        <kbd className={css.keys}>{shortcut}</kbd>
      )}
    </AriaMenuItem>
  )
}

/** Between groups of items. */
export function MenuSeparator() {
  return <Separator className={css.separator ?? ''} />
}
