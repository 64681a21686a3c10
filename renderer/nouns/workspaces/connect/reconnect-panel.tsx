import { Link } from '@tanstack/react-router'
import { KeyRound, Lock } from 'lucide-react'
import { reconnectActions as copy, type KnownSession, reconnect } from '../copy.ts'
import css from './reconnect-panel.module.css'
import { ReconnectWays } from './reconnect-ways.tsx'

/** Shown for a known workspace whose key is missing, locked or rejected. */
export default function ReconnectPanel({ session }: { readonly session: KnownSession }) {
  const Icon = session.state === 'key-locked' ? Lock : KeyRound
  return (
    <div className={css.place}>
      <section className={css.panel} aria-labelledby="reconnect-title">
        <span className={css.icon} aria-hidden>
          <Icon size={22} strokeWidth={1.6} />
        </span>
        <h1 id="reconnect-title" className={css.title}>
          {reconnect(session).title}
        </h1>
        <ReconnectWays session={session} onEntered={() => {}} />
        <p className={css.other}>
          <Link to="/workspaces">{copy.others}</Link>
        </p>
      </section>
    </div>
  )
}
