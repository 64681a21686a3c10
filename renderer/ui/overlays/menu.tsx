import { Check } from 'lucide-react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, Separator } from 'react-aria-components'
import { Visible } from '../text/visible-text.tsx'
import type { ActionGroups } from './action.ts'
import css from './popover.module.css'
import { ListPopover } from './popover.tsx'

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
      <ListPopover>
        <AriaMenu className={css.list ?? ''} aria-label={label}>
          {children}
        </AriaMenu>
      </ListPopover>
    </MenuTrigger>
  )
}

export function MenuItem({
  children,
  onAction,
  icon,
  disabled,
  isChosen = false,
  shortcut,
  tone = 'neutral',
}: {
  readonly children: string
  readonly onAction: () => void
  readonly icon?: ReactNode
  readonly disabled?: string | undefined
  readonly isChosen?: boolean
  readonly shortcut?: string | undefined
  readonly tone?: 'neutral' | 'danger'
}) {
  return (
    <AriaMenuItem
      className={css.item ?? ''}
      textValue={children}
      onAction={onAction}
      isDisabled={disabled !== undefined}
      data-tone={tone}
    >
      {icon === undefined ? null : <span className={css.icon}>{icon}</span>}
      <span className={css.words}>
        <Visible>{children}</Visible>
        {disabled === undefined ? null : <span className={css.description}>{disabled}</span>}
      </span>
      {shortcut === undefined ? (
        <span className={css.mark}>{isChosen ? <Check size={14} aria-label="chosen" /> : null}</span>
      ) : (
        <kbd className={css.keys}>{shortcut}</kbd>
      )}
    </AriaMenuItem>
  )
}

export function MenuSeparator() {
  return <Separator className={css.separator ?? ''} />
}

export function ActionItems({ groups }: { readonly groups: ActionGroups }) {
  return groups
    .filter((group) => group.length > 0)
    .map((group, at) => (
      <Fragment key={group[0]?.id}>
        {at === 0 ? null : <MenuSeparator />}
        {group.map(({ id, label, icon: Icon, keys, disabled, tone, run }) => (
          <MenuItem
            key={id}
            icon={Icon ? <Icon size={14} aria-hidden /> : null}
            shortcut={keys}
            disabled={disabled}
            tone={tone ?? 'neutral'}
            onAction={run}
          >
            {label}
          </MenuItem>
        ))}
      </Fragment>
    ))
}
