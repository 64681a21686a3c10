import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Check, CircleX } from 'lucide-react'
import { useRef, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { useAbort } from '#ui/hooks/use-abort.ts'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { ConnectForm } from '../../../nouns/workspaces/connect/connect-form.tsx'
import { common } from '../../../nouns/workspaces/copy.ts'
import { sessionStatus, startSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { welcome as copy, picture as pictureCopy } from '../copy.ts'
import css from './welcome-page.module.css'

/** The first screen. Its primary action opens the sandbox, and its form connects a workspace. */
export default function WelcomePage({ onEntered }: { readonly onEntered: () => void }) {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const sandbox = useSandbox(onEntered)
  const [isFilled, setFilled] = useState(false)
  if (!session) return null

  return (
    <div className={css.place}>
      <div className={css.column}>
        <h1 className={css.title}>{copy.title}</h1>
        <p className={css.lead}>{copy.lead}</p>
        <div className={css.ways}>
          <section className={css.sandbox} aria-labelledby="sandbox-title">
            <WelcomePicture />
            <div className={css.body}>
              <h2 id="sandbox-title" className={css.wayTitle}>
                {copy.sandboxTitle}
              </h2>
              <p className={css.text}>{copy.sandbox}</p>
              {sandbox.failure ? <ErrorBanner error={sandbox.failure} /> : null}
              <div className={css.actions}>
                <Button
                  variant={isFilled ? 'secondary' : 'primary'}
                  size="large"
                  pending={sandbox.isPending}
                  onPress={sandbox.open}
                >
                  {copy.openSandbox}
                  <ArrowRight size={14} aria-hidden className={css.arrow} />
                </Button>
                <span className={css.terms}>{copy.sandboxTerms}</span>
              </div>
              {sandbox.isPending ? (
                <LoadingLine words={copy.starting} stopLabel={common.cancel} onStop={sandbox.cancel} />
              ) : null}
            </div>
          </section>
          <section className={css.connect} aria-labelledby="connect-title">
            <h2 id="connect-title" className={css.wayTitle}>
              {copy.connect}
            </h2>
            <p className={css.text}>{copy.connectText}</p>
            <ConnectForm
              keychain={session.keychain}
              isBeside
              onFilled={setFilled}
              isPaused={sandbox.isPending}
              onEntered={onEntered}
            />
          </section>
        </div>
      </div>
    </div>
  )
}

function useSandbox(onEntered: () => void) {
  const start = useSubmission(startSandbox(useApi(), useQueryClient()), onEntered)
  const { begin, abort } = useAbort()
  const pressed = useRef<Element | null>(null)
  const failure = start.error === null ? null : asAppError(start.error)
  return {
    isPending: start.isPending,
    failure: failure?.code === 'canceled' ? null : failure,
    open() {
      pressed.current = document.activeElement
      start.mutate(begin())
    },
    cancel() {
      if (pressed.current instanceof HTMLElement) pressed.current.focus()
      abort()
    },
  }
}

const rows = [
  { event: 'generated', note: 'Halcyon renewal', isVerified: true },
  { event: 'edited', note: 'Retry policy for mobile', isVerified: true },
  { event: 'edited', note: 'Interview debrief: designer', isVerified: false },
  { event: 'access_granted', note: 'Board preparation, Q2', isVerified: true },
  { event: 'generated', note: 'Demo for Tidewater', isVerified: true },
  { event: 'edited', note: 'Halcyon kickoff', isVerified: true },
  { event: 'edited', note: 'User interview 38: billing', isVerified: true },
]

/**
 * A picture of the Inspector with sandbox deliveries and a verified signature. It is decorative, so it is hidden from assistive
 * technology.
 */
function WelcomePicture() {
  return (
    <div className={css.picture} aria-hidden>
      <div className={css.list}>
        <div className={css.head}>
          {pictureCopy.place}
          <span className={css.listening}>{pictureCopy.listening}</span>
        </div>
        {rows.map(({ event, note, isVerified }, index) => (
          <div key={note} className={css.row} data-selected={index === 0}>
            {isVerified ? (
              <Check size={14} strokeWidth={2.25} className={css.ok} />
            ) : (
              <CircleX size={14} strokeWidth={1.75} className={css.danger} />
            )}
            <span className={textCss.cut}>
              <span className={css.prefix}>note.</span>
              {event}
            </span>
            <span className={textCss.cut}>{note}</span>
          </div>
        ))}
      </div>
      <div className={css.delivery}>
        <pre className={css.payload}>
          {'{\n  '}
          <Field name="event_type" value="note.generated" />
          {',\n  '}
          <Field name="note_id" value={pictureCopy.noteId} />
          {'\n}'}
        </pre>
        <div className={css.verdict}>
          <Check size={14} strokeWidth={2.25} className={css.ok} />
          <span className={textCss.cut}>{pictureCopy.verified}</span>
          <span className={css.took}>{pictureCopy.took}</span>
        </div>
      </div>
    </div>
  )
}

function Field({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <span className={css.key}>"{name}"</span>: <span className={css.string}>"{value}"</span>
    </>
  )
}
