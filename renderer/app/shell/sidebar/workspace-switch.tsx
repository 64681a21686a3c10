import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Building2,
  Check,
  ChevronsUpDown,
  CircleAlert,
  FlaskConical,
  Keyboard,
  KeyRound,
  Plus,
  Settings2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Autocomplete,
  Button,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Separator,
  useFilter,
} from 'react-aria-components'
import { asAppError } from '#shared/errors.ts'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Popover } from '#ui/overlays/popover.tsx'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { Mark } from '#ui/text/logo.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import {
  endpointsOffText,
  openWorkspace,
  startSandbox,
  useConnectWorkspace,
  workspaceList,
} from '../../../features/workspaces/index.ts'
import { useApi } from '../../../host/client.ts'
import popover from '../../../ui/overlays/popover.module.css'
import { copy } from '../copy.ts'
import css from './workspace-switch.module.css'

/** With fewer, all are in view at once. */
const searchFrom = 8

export interface Switching {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onShortcuts: () => void
}

/** The name of the open workspace, and behind it the others. */
export function WorkspaceSwitch({
  session,
  isCollapsed,
  isOpen,
  onOpenChange,
  onShortcuts,
}: Switching & {
  readonly session: SessionStatus
  /** Its mark only. */
  readonly isCollapsed: boolean
}) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const connect = useConnectWorkspace()
  const { contains } = useFilter({ sensitivity: 'base' })
  const { data: workspaces = [] } = useQuery(workspaceList(api))
  const onError = (error: Error) =>
    toast({
      tone: 'danger',
      title: copy.workspaces.notOpened,
      description: asAppError(error).message,
    })
  const open = useMutation({ ...openWorkspace(api, cache), onError })
  const sandbox = useMutation({ ...startSandbox(api, cache), onError })
  const inSandbox = session.state !== 'welcome' && session.workspace.kind === 'sandbox'
  const services = workspaces.filter(({ kind }) => kind === 'service')
  const pending = open.isPending || sandbox.isPending

  const runAction = (key: string) => {
    if (key === 'action:add') return connect()
    if (key === 'action:shortcuts') return onShortcuts()
    if (key === 'action:manage') return void navigate({ to: '/workspaces' })
    if (key === 'action:sandbox') return inSandbox ? undefined : sandbox.mutate(null)
    const chosen = services.find(({ id }) => id === key)
    if (chosen && !chosen.isOpen) open.mutate(chosen.id)
  }

  const name = nameOf(session)
  const busy = pending ? <Spinner size={14} label={copy.workspaces.opening} /> : null
  const trigger = (
    <Button className={css.trigger ?? ''} aria-label={copy.workspaces.switch(name)}>
      {(isCollapsed && busy) || <Mark size={20} />}
      {isCollapsed ? null : (
        <>
          <span className={css.label}>
            <VisibleText text={name} />
          </span>
          {busy ?? <ChevronsUpDown size={12} aria-hidden />}
        </>
      )}
    </Button>
  )
  const menu = (
    <Menu
      className={popover.list ?? ''}
      aria-label={copy.workspaces.label}
      onAction={(key) => runAction(String(key))}
      renderEmptyState={() => <p className={css.none}>{copy.workspaces.noMatch}</p>}
    >
      <MenuSection aria-label={copy.workspaces.label}>
        {services.map((workspace) => (
          <Line
            key={workspace.id}
            id={workspace.id}
            name={workspace.label}
            isOpen={workspace.isOpen}
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
      </MenuSection>
    </Menu>
  )

  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {isCollapsed ? (
        <WithTooltip text={name} placement="right">
          {trigger}
        </WithTooltip>
      ) : (
        trigger
      )}
      <Popover placement="bottom start">
        {services.length < searchFrom ? (
          menu
        ) : (
          <Autocomplete filter={contains}>
            <SearchField autoFocus label={copy.workspaces.search} className={css.search} />
            {menu}
          </Autocomplete>
        )}
      </Popover>
    </MenuTrigger>
  )
}

function Line({
  id,
  name,
  icon,
  isOpen = false,
  keys,
  children,
}: {
  readonly id: string
  readonly name: string
  readonly icon: ReactNode
  readonly isOpen?: boolean
  /** The shortcut that does the same. */
  readonly keys?: string
  readonly children?: ReactNode
}) {
  return (
    <MenuItem id={id} textValue={name} className={popover.item ?? ''}>
      <span className={css.icon}>{icon}</span>
      <span className={popover.words}>
        <span className={css.name}>
          <VisibleText text={name} />
        </span>
        {children}
      </span>
      {keys === undefined ? null : <kbd>{keys}</kbd>}
      <span className={popover.mark}>
        {isOpen ? <Check size={14} aria-label={copy.workspaces.open} /> : null}
      </span>
    </MenuItem>
  )
}

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

const nameOf = (session: SessionStatus) =>
  session.state === 'welcome' ? copy.workspaces.none : session.workspace.label
