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
import { welcome as copy } from './copy.ts'
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
            <h1 className={css.title}>{copy.title}</h1>
            <p className={css.lead}>{copy.lead}</p>
          </div>
        </header>
        <ol className={css.lines}>
          {copy.features.map(({ verb, rest }) => (
            <li key={verb}>
              <b>{verb}</b> {rest}
            </li>
          ))}
        </ol>
        {inside ? (
          <Link to="/notes" className={css.back}>
            <ArrowLeft size={14} aria-hidden /> {copy.backTo} <VisibleText text={inside.label} />
          </Link>
        ) : null}
        <div className={css.ways}>
          <section className={css.way} aria-labelledby="connect-title">
            <h2 id="connect-title" className={css.wayTitle}>
              <Plug size={16} aria-hidden /> {copy.connect}
            </h2>
            <ConnectForm keychain={session.keychain} onEntered={onEntered} />
          </section>
          <section className={css.way} aria-labelledby="sandbox-title">
            <h2 id="sandbox-title" className={css.wayTitle}>
              <FlaskConical size={16} aria-hidden /> {copy.sandboxTitle}
            </h2>
            <p className={css.text}>{copy.sandbox}</p>
            <ul className={css.points}>
              {copy.sandboxPoints.map((point) => (
                <li key={point}>
                  <Check size={14} aria-hidden /> {point}
                </li>
              ))}
            </ul>
            {sandbox.isError ? <ErrorBanner error={sandbox.error} /> : null}
            <Button
              variant="primary"
              size="large"
              className={css.sandbox}
              pending={sandbox.isPending}
              onPress={() => sandbox.mutate()}
            >
              {copy.openSandbox}
            </Button>
          </section>
        </div>
      </div>
    </div>
  )
}
