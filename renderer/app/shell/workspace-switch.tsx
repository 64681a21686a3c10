import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Building2,
  Check,
  ChevronsUpDown,
  CircleAlert,
  FlaskConical,
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
import type { Profile } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { endpointsOffWords, openProfile, profileList, startSandbox } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'
import popover from '../../ui/overlays/popover.module.css'
import css from './workspace-switch.module.css'

/** With fewer, all are in view at once. */
const worthSearching = 8

/** The name of the open workspace, and behind it the others. */
export function WorkspaceSwitch({
  session,
  isOpen,
  onOpenChange,
}: {
  readonly session: SessionStatus
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { contains } = useFilter({ sensitivity: 'base' })
  const { data: profiles = [] } = useQuery(profileList(api))
  const onError = (error: Error) =>
    toast({
      tone: 'danger',
      title: 'The workspace could not be opened.',
      description: asAppError(error).message,
    })
  const open = useMutation({ ...openProfile(api, cache), onError })
  const sandbox = useMutation({ ...startSandbox(api, cache), onError })
  const inSandbox = session.state !== 'welcome' && session.workspace.kind === 'sandbox'
  const services = profiles.filter(({ kind }) => kind === 'service')
  const pending = open.isPending || sandbox.isPending

  const act = (key: string) => {
    if (key === 'action:add') return void navigate({ to: '/welcome' })
    if (key === 'action:manage') return void navigate({ to: '/workspaces' })
    if (key === 'action:sandbox') return inSandbox ? undefined : sandbox.mutate()
    const chosen = services.find(({ id }) => id === key)
    if (chosen && !chosen.isOpen) open.mutate(chosen.id)
  }

  const menu = (
    <Menu
      className={popover.list ?? ''}
      aria-label="Workspaces"
      onAction={(key) => act(String(key))}
      renderEmptyState={() => <p className={css.none}>No workspace is called that.</p>}
    >
      <MenuSection aria-label="Workspaces">
        {services.map((profile) => (
          <Line
            key={profile.id}
            id={profile.id}
            name={profile.label}
            isOpen={profile.isOpen}
            icon={<Building2 size={15} aria-hidden />}
          >
            <Detail profile={profile} />
          </Line>
        ))}
        <Line
          id="action:sandbox"
          name="Sandbox workspace"
          icon={<FlaskConical size={15} aria-hidden />}
          isOpen={inSandbox}
        >
          <span className={popover.description}>On this computer, with invented people and notes</span>
        </Line>
      </MenuSection>
      <Separator className={css.separator ?? ''} />
      <MenuSection aria-label="Manage">
        <Line id="action:add" name="Connect a workspace…" icon={<Plus size={15} aria-hidden />} />
        <Line id="action:manage" name="Manage workspaces…" icon={<Settings2 size={15} aria-hidden />} />
      </MenuSection>
    </Menu>
  )

  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button className={css.trigger ?? ''} aria-label={`Workspace ${nameOf(session)}. Switch to another`}>
        <span className={css.label}>
          <VisibleText text={nameOf(session)} />
        </span>
        {pending ? <Spinner size={13} label="Opening" /> : <ChevronsUpDown size={13} aria-hidden />}
      </Button>
      <Popover placement="bottom start">
        {services.length < worthSearching ? (
          menu
        ) : (
          <Autocomplete filter={contains}>
            <SearchField autoFocus label="Find a workspace" className={css.search} />
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
  children,
}: {
  readonly id: string
  readonly name: string
  readonly icon: ReactNode
  readonly isOpen?: boolean
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
      <span className={popover.mark}>{isOpen ? <Check size={14} aria-label="open" /> : null}</span>
    </MenuItem>
  )
}

function Detail({ profile: { baseUrl, key, isOpen, endpointsOff } }: { readonly profile: Profile }) {
  return (
    <span className={popover.description}>
      {!isOpen && endpointsOff.notFromHere > 0 ? (
        <span className={css.off}>
          <CircleAlert size={11} aria-hidden /> {endpointsOffWords(endpointsOff)} ·{' '}
        </span>
      ) : null}
      {key === 'missing' ? (
        <span className={css.keyless}>
          <KeyRound size={11} aria-hidden /> Disconnected ·{' '}
        </span>
      ) : null}
      {baseUrl}
    </span>
  )
}

const nameOf = (session: SessionStatus) =>
  session.state === 'welcome' ? 'No workspace' : session.workspace.label
