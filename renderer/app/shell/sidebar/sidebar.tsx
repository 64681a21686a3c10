import { PanelLeft, Search } from 'lucide-react'
import { Button } from 'react-aria-components'
import { commands } from '#shared/app/commands.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { PopoverPlace } from '#ui/overlays/popover-place.tsx'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { useHostConnection } from '../../../host/host-connection.ts'
import { written } from '../../keys.ts'
import { copy } from '../copy.ts'
import { AgentsLine, HostLine, KeyLines, SandboxLine, ServiceLine } from '../status/connection-lines.tsx'
import { ListenerLine, SimulationLine, TunnelLine } from '../status/receiving-lines.tsx'
import statusCss from '../status/status-line.module.css'
import { Navigation } from './navigation.tsx'
import css from './sidebar.module.css'
import { type Switching, WorkspaceSwitch } from './workspace-switch.tsx'

/** The left side of the window, with the workspace, the pages, and the receiving status at the bottom. */
export function Sidebar({
  session,
  shown,
  switching,
  isCollapsed,
  onToggle,
  onSearch,
}: {
  readonly session: SessionStatus | undefined
  /** The workspace whose content may be shown. The counts are reset when it changes. */
  readonly shown: string | undefined
  readonly switching: Switching
  readonly isCollapsed: boolean
  /** `null` if the window is too narrow for the expanded sidebar. */
  readonly onToggle: (() => void) | null
  readonly onSearch: () => void
}) {
  return (
    <aside className={css.side} aria-label={copy.sidebar.label} data-collapsed={isCollapsed}>
      <PopoverPlace>
        <div className={css.top}>
          {session ? (
            <Boundary resetKey={session} fallback={() => null}>
              <WorkspaceSwitch session={session} isCollapsed={isCollapsed} {...switching} />
            </Boundary>
          ) : (
            <div className={stackCss.grow} />
          )}
          {onToggle ? (
            <IconButton
              label={isCollapsed ? copy.sidebar.expand : copy.sidebar.collapse}
              shortcut={written(commands['toggle-sidebar'].keys)}
              placement="right"
              className={css.toggle}
              onPress={onToggle}
            >
              <PanelLeft size={14} strokeWidth={1.75} aria-hidden />
            </IconButton>
          ) : null}
        </div>
        <SearchButton isCollapsed={isCollapsed} onPress={onSearch} />
        <Navigation key={shown ?? ''} session={session} isCollapsed={isCollapsed} />
        <StatusFooter key={`status ${shown ?? ''}`} session={session} isCollapsed={isCollapsed} />
      </PopoverPlace>
    </aside>
  )
}

function SearchButton({
  isCollapsed,
  onPress,
}: {
  readonly isCollapsed: boolean
  readonly onPress: () => void
}) {
  const button = (
    <Button className={css.search ?? ''} aria-label={copy.sidebar.search} onPress={onPress}>
      <Search size={14} strokeWidth={1.75} aria-hidden />
      {isCollapsed ? null : (
        <>
          <span className={stackCss.fit}>{copy.sidebar.search}</span>
          <kbd>{written(commands['open-palette'].keys)}</kbd>
        </>
      )}
    </Button>
  )
  return isCollapsed ? (
    <WithTooltip
      text={copy.sidebar.search}
      shortcut={written(commands['open-palette'].keys)}
      placement="right"
    >
      {button}
    </WithTooltip>
  ) : (
    button
  )
}

function StatusFooter({
  session,
  isCollapsed,
}: {
  readonly session: SessionStatus | undefined
  readonly isCollapsed: boolean
}) {
  const { lost } = useHostConnection()
  const isSandbox =
    session !== undefined && session.state !== 'welcome' && session.workspace.kind === 'sandbox'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" className={statusCss.footer} aria-label={copy.status.label}>
      {lost === null ? (
        <>
          <Boundary resetKey={session} fallback={() => null}>
            {isSandbox ? <SandboxLine isCollapsed={isCollapsed} /> : null}
            <ServiceLine isCollapsed={isCollapsed} />
            {session ? <KeyLines session={session} isCollapsed={isCollapsed} /> : null}
          </Boundary>
          <Boundary resetKey={session} fallback={() => null}>
            <ListenerLine isCollapsed={isCollapsed} />
            <TunnelLine isCollapsed={isCollapsed} />
            <SimulationLine isCollapsed={isCollapsed} />
            <AgentsLine isCollapsed={isCollapsed} />
          </Boundary>
        </>
      ) : (
        <HostLine lost={lost} isCollapsed={isCollapsed} />
      )}
    </div>
  )
}
