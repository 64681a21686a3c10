import { Check, CircleX } from 'lucide-react'
import textCss from '#ui/text/text.module.css'
import { picture as copy } from '../copy.ts'
import css from './welcome-picture.module.css'

/** Invented notes, always the same. */
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
 * A picture of the Inspector with sandbox deliveries and a verified signature. It is decoration, so it is hidden from assistive
 * technology.
 */
export function WelcomePicture() {
  return (
    <div className={css.picture} aria-hidden>
      <div className={css.list}>
        <div className={css.head}>
          {copy.place}
          <span className={css.listening}>{copy.listening}</span>
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
          <Field name="note_id" value={copy.noteId} />
          {'\n}'}
        </pre>
        <div className={css.verdict}>
          <Check size={14} strokeWidth={2.25} className={css.ok} />
          <span className={textCss.cut}>{copy.verified}</span>
          <span className={css.took}>{copy.took}</span>
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
