import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { useHostConnection } from '../../../host/host-connection.ts'
import { copy } from '../copy.ts'
import { AgentsLine, HostLine, KeyLines, SandboxLine, ServiceLine } from './connection-lines.tsx'
import { ListenerLine, SimulationLine, TunnelLine } from './receiving-lines.tsx'
import css from './status-line.module.css'

export function StatusFooter({
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
    <div role="group" className={css.footer} aria-label={copy.status.label}>
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
