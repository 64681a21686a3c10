import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, FlaskConical, Plug } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Mark } from '#ui/text/logo.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { ConnectForm } from './connect-form.tsx'
import { sessionStatus, startSandbox } from './session-queries.ts'
import css from './welcome-page.module.css'

/** The first screen: what this is, in three lines, and two ways in of equal weight. */
export default function WelcomePage({ onEntered }: { readonly onEntered: () => void }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const sandbox = useSubmission(startSandbox(api, cache), onEntered)
  if (!session) return null
  const inside = session.state === 'welcome' ? null : session.workspace

  return (
    <div className={css.place}>
      <div className={css.column}>
        <header className={css.head}>
          <Mark size={44} />
          <div>
            <h1 className={css.title}>Welcome to Notehook</h1>
            <p className={css.lead}>Webhooks on your meeting notes, where you can see them work.</p>
          </div>
        </header>
        <ol className={css.lines}>
          <li>
            <b>Browse</b> spaces, folders and notes.
          </li>
          <li>
            <b>Create</b> webhook endpoints and keep their one-time secrets safe.
          </li>
          <li>
            <b>Watch</b> signed deliveries arrive, and see why each is genuine or not.
          </li>
        </ol>
        {inside ? (
          <Link to="/notes" className={css.back}>
            <ArrowLeft size={14} aria-hidden /> Back to <VisibleText text={inside.label} />
          </Link>
        ) : null}
        <div className={css.ways}>
          <section className={css.way} aria-labelledby="connect-title">
            <h2 id="connect-title" className={css.wayTitle}>
              <Plug size={16} aria-hidden /> Connect a workspace
            </h2>
            <ConnectForm keychain={session.keychain} onEntered={onEntered} />
          </section>
          <section className={css.way} aria-labelledby="sandbox-title">
            <h2 id="sandbox-title" className={css.wayTitle}>
              <FlaskConical size={16} aria-hidden /> Try it first
            </h2>
            <p className={css.text}>
              A sandbox workspace on this computer: the whole service in miniature, with invented people and
              notes.
            </p>
            <ul className={css.points}>
              <li>
                <Check size={14} aria-hidden /> No account, no key, no network
              </li>
              <li>
                <Check size={14} aria-hidden /> Deliveries arrive within seconds
              </li>
              <li>
                <Check size={14} aria-hidden /> Nothing you do can break anything
              </li>
            </ul>
            {sandbox.isError ? <ErrorBanner error={sandbox.error} /> : null}
            <Button
              variant="primary"
              size="large"
              className={css.sandbox}
              pending={sandbox.isPending}
              onPress={() => sandbox.mutate()}
            >
              Open the sandbox workspace
            </Button>
          </section>
        </div>
      </div>
    </div>
  )
}
