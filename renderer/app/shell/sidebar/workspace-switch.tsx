import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { asAppError } from '#shared/errors.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { Mark } from '#ui/text/logo.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useConnectWorkspace } from '../../../nouns/workspaces/connect/connect-dialog.tsx'
import { openWorkspace, workspaceList } from '../../../nouns/workspaces/queries.ts'
import { startSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { copy } from '../copy.ts'
import type { MenuFocus } from './workspace-menu.tsx'
import css from './workspace-switch.module.css'

const WorkspaceMenu = lazy(() => import('./workspace-menu.tsx'))

export interface Switching {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onShortcuts: () => void
}

export function WorkspaceSwitch({
  session,
  isCollapsed,
  isOpen,
  onOpenChange,
  onShortcuts,
}: Switching & {
  readonly session: SessionStatus
  readonly isCollapsed: boolean
}) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const connect = useConnectWorkspace()
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

  const button = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<MenuFocus>('current')
  const [wasOpened, setOpened] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  if (!isOpen && focus !== 'current') setFocus('current')
  const openAt = (place: MenuFocus) => {
    setFocus(place)
    onOpenChange(true)
  }

  const runAction = (key: string) => {
    if (key === 'action:add') return connect()
    if (key === 'action:shortcuts') return onShortcuts()
    if (key === 'action:help') return void navigate({ to: '/help' })
    if (key === 'action:manage') return void navigate({ to: '/workspaces' })
    if (key === 'action:sandbox') return inSandbox ? undefined : sandbox.mutate(null)
    const chosen = services.find(({ id }) => id === key)
    if (chosen && !chosen.isOpen) open.mutate(chosen.id)
  }

  const name = nameOf(session)
  const busy = pending ? <Spinner size={14} label={copy.workspaces.opening} /> : null
  const trigger = (
    <Button
      ref={button}
      className={css.trigger ?? ''}
      aria-label={copy.workspaces.switch(name)}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onPress={({ pointerType }) => openAt(pointerType === 'keyboard' ? 'first' : true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') openAt('first')
        else if (event.key === 'ArrowUp') openAt('last')
        else event.continuePropagation()
      }}
    >
      {(isCollapsed && busy) || <Mark size={20} />}
      {isCollapsed ? null : (
        <>
          <span className={textCss.cutToFit}>
            <VisibleText text={name} />
          </span>
          {busy ?? <ChevronsUpDown size={12} aria-hidden />}
        </>
      )}
    </Button>
  )
  return (
    <>
      {isCollapsed ? (
        <WithTooltip text={name} placement="right">
          {trigger}
        </WithTooltip>
      ) : (
        trigger
      )}
      {wasOpened ? (
        <Suspense>
          <WorkspaceMenu
            trigger={button}
            isOpen={isOpen}
            onOpenChange={onOpenChange}
            focus={focus}
            services={services}
            inSandbox={inSandbox}
            onAction={runAction}
          />
        </Suspense>
      ) : null}
    </>
  )
}

const nameOf = (session: SessionStatus) =>
  session.state === 'welcome' ? copy.workspaces.none : session.workspace.label
