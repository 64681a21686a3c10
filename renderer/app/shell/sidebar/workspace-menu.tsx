import {
  Building2,
  Check,
  CircleAlert,
  CircleHelp,
  FlaskConical,
  Keyboard,
  KeyRound,
  Plus,
  Settings2,
} from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Autocomplete, Menu, MenuItem, MenuSection, Separator, useFilter } from 'react-aria-components'
import { commands } from '#shared/app/commands.ts'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { ListPopover } from '#ui/overlays/popover.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { endpointsOffText } from '../../../places/workspaces/copy.ts'
import popover from '../../../ui/overlays/popover.module.css'
import { copy } from '../copy.ts'
import css from './workspace-switch.module.css'

/** Minimum number of workspaces for a search field in the menu. Fewer workspaces fit without scrolling. */
const searchFrom = 8

/** Initial focus: `current` is the open workspace, and `true` is the menu itself. */
export type MenuFocus = 'current' | 'first' | 'last' | true

export interface WorkspaceMenuProps {
  readonly trigger: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly focus: MenuFocus
  readonly services: readonly WorkspaceSummary[]
  readonly inSandbox: boolean
  readonly onAction: (key: string) => void
}

/** The menu of workspaces and their actions. It is loaded when it is first opened. */
export default function WorkspaceMenu({
  trigger,
  isOpen,
  onOpenChange,
  focus,
  services,
  inSandbox,
  onAction,
}: WorkspaceMenuProps) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const isAtCurrent = isOpen && focus === 'current'
  const menu = (
    <Menu
      className={popover.list ?? ''}
      aria-label={copy.workspaces.label}
      autoFocus={focus === 'current' ? false : focus}
      onAction={(key) => onAction(String(key))}
      onClose={() => onOpenChange(false)}
      renderEmptyState={() => <p className={css.none}>{copy.workspaces.noMatch}</p>}
    >
      <MenuSection aria-label={copy.workspaces.label}>
        {services.map((workspace) => (
          <Line
            key={workspace.id}
            id={workspace.id}
            name={workspace.label}
            isOpen={workspace.isOpen}
            hasFocus={isAtCurrent && workspace.isOpen}
            icon={<Building2 size={14} aria-hidden />}
          >
            <Detail workspace={workspace} />
          </Line>
        ))}
        <Line
          id="action:sandbox"
          name={copy.workspaces.sandbox}
          icon={<FlaskConical size={14} aria-hidden />}
          isOpen={inSandbox}
          hasFocus={isAtCurrent && inSandbox}
        >
          <span className={popover.description}>{copy.workspaces.sandboxText}</span>
        </Line>
      </MenuSection>
      <Separator className={css.separator ?? ''} />
      <MenuSection aria-label={copy.workspaces.manage}>
        <Line id="action:add" name={copy.workspaces.add} icon={<Plus size={14} aria-hidden />} />
        <Line
          id="action:manage"
          name={copy.workspaces.manageAll}
          icon={<Settings2 size={14} aria-hidden />}
        />
      </MenuSection>
      <Separator className={css.separator ?? ''} />
      <MenuSection aria-label={copy.workspaces.help}>
        <Line
          id="action:shortcuts"
          name={copy.workspaces.shortcuts}
          icon={<Keyboard size={14} aria-hidden />}
          keys="?"
        />
        <Line id="action:help" name={commands.help.label} icon={<CircleHelp size={14} aria-hidden />} />
      </MenuSection>
    </Menu>
  )

  return (
    <ListPopover
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom start"
      aria-label={copy.workspaces.label}
    >
      {services.length < searchFrom ? (
        menu
      ) : (
        <Autocomplete filter={contains}>
          <SearchField autoFocus label={copy.workspaces.search} className={popover.search} />
          {menu}
        </Autocomplete>
      )}
    </ListPopover>
  )
}

function Line({
  id,
  name,
  icon,
  isOpen = false,
  hasFocus = false,
  keys,
  children,
}: {
  readonly id: string
  readonly name: string
  readonly icon: ReactNode
  readonly isOpen?: boolean
  readonly hasFocus?: boolean
  readonly keys?: string
  readonly children?: ReactNode
}) {
  return (
    <MenuItem id={id} ref={hasFocus ? takeFocus : null} textValue={name} className={popover.item ?? ''}>
      <span className={css.icon}>{icon}</span>
      <span className={popover.words}>
        <span className={css.name}>
          <VisibleText text={name} />
        </span>
        {children}
      </span>
      {keys === undefined ? (
        <span className={popover.mark}>
          {isOpen ? <Check size={14} aria-label={copy.workspaces.open} /> : null}
        </span>
      ) : (
        <kbd>{keys}</kbd>
      )}
    </MenuItem>
  )
}

const takeFocus = (item: HTMLElement | null) => item?.focus()

function Detail({
  workspace: { baseUrl, key, isOpen, endpointsOff },
}: {
  readonly workspace: WorkspaceSummary
}) {
  return (
    <span className={popover.description}>
      {!isOpen && endpointsOff.notFromHere > 0 ? (
        <span className={css.off}>
          <CircleAlert size={11} aria-hidden /> {endpointsOffText(endpointsOff)} ·{' '}
        </span>
      ) : null}
      {key === 'missing' ? (
        <span className={css.keyless}>
          <KeyRound size={11} aria-hidden /> {copy.workspaces.disconnected} ·{' '}
        </span>
      ) : null}
      {baseUrl}
    </span>
  )
}
