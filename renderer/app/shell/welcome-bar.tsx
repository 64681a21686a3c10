import { Link } from '@tanstack/react-router'
import { Lock, LockOpen, Settings, TriangleAlert } from 'lucide-react'
import type { KeychainState, SessionStatus } from '#shared/workspaces/session-contract.ts'
import { ExplainedPill } from '#ui/status/explained-pill.tsx'
import { Mark } from '#ui/text/logo.tsx'
import { copy } from './copy.ts'
import css from './welcome-bar.module.css'

/** Above the welcome page, which has no sidebar yet. */
export function WelcomeBar({ session }: { readonly session: SessionStatus }) {
  return (
    <header className={css.bar}>
      <Mark size={20} />
      <span className={css.name}>Notehook</span>
      <Keychain state={session.keychain} />
      <Link to="/settings" className={css.link} aria-label={copy.welcome.settings}>
        <Settings size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </header>
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
