import { Link } from '@tanstack/react-router'
import { CircleHelp, FlaskConical, KeyRound, Lock, LockOpen, Settings, TriangleAlert } from 'lucide-react'
import type { KeychainState, SessionStatus } from '#shared/workspaces/session-contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { ExplainedPill } from '#ui/feedback/explained-pill.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { Mark } from '#ui/text/logo.tsx'
import { copy } from './copy.ts'
import css from './header.module.css'
import { ServiceStatus } from './service-status.tsx'
import { WorkspaceSwitch } from './workspace-switch.tsx'

interface Switching {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export function Header({
  session,
  switching,
  onShortcuts,
}: {
  readonly session: SessionStatus | undefined
  readonly switching: Switching
  readonly onShortcuts: () => void
}) {
  return (
    <header className={css.header}>
      <div className={css.brand}>
        <Mark size={20} />
        <span className={css.name}>Notehook</span>
      </div>
      {session && session.state !== 'welcome' ? (
        <Boundary of={session} fallback={() => null}>
          <WorkspaceName session={session} switching={switching} />
        </Boundary>
      ) : null}
      <div className={css.right}>
        <Boundary of={session} fallback={() => null}>
          <ServiceStatus />
        </Boundary>
        {session ? <Keychain state={session.keychain} /> : null}
        {session?.state === 'welcome' ? (
          <Link to="/settings" className={css.link} aria-label={copy.header.settings}>
            <Settings size={16} aria-hidden />
          </Link>
        ) : null}
        <IconButton label={copy.header.shortcuts} shortcut="?" onPress={onShortcuts}>
          <CircleHelp size={16} aria-hidden />
        </IconButton>
      </div>
    </header>
  )
}

function WorkspaceName({
  session,
  switching,
}: {
  readonly session: Exclude<SessionStatus, { state: 'welcome' }>
  readonly switching: Switching
}) {
  const { workspace } = session
  return (
    <div className={css.workspace}>
      <span className={css.slash} aria-hidden>
        /
      </span>
      <WorkspaceSwitch session={session} {...switching} />
      {workspace.kind === 'sandbox' ? (
        <StatusPill tone="accent" icon={FlaskConical}>
          {copy.header.sandbox}
        </StatusPill>
      ) : null}
      {session.state === 'key-missing' ? (
        <StatusPill tone="warn" icon={KeyRound}>
          {copy.header.key.missing}
        </StatusPill>
      ) : null}
      {session.state === 'key-locked' ? (
        <StatusPill tone="warn" icon={Lock}>
          {copy.header.key.locked}
        </StatusPill>
      ) : null}
      {session.state === 'key-rejected' ? (
        <StatusPill tone="danger">{copy.header.key.rejected}</StatusPill>
      ) : null}
    </div>
  )
}

/** Shown only when the keychain does not work. */
function Keychain({ state }: { readonly state: KeychainState }) {
  if (state === 'ready') return null
  const { label, why } = copy.keychain[state]
  return (
    <ExplainedPill tone="warn" icon={keychainIcons[state]} why={why}>
      {label}
    </ExplainedPill>
  )
}

const keychainIcons = { memory: LockOpen, locked: Lock, none: TriangleAlert } as const
