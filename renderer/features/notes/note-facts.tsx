import { Folder } from 'lucide-react'
import type { Note } from '../../../shared/domain/note.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, KeyValue } from '../../ui/key-value.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import css from './note-detail.module.css'

/** More people than this are named on demand only. */
const mostPeople = 12

export function PeopleSection({ note: { attendees } }: { readonly note: Note }) {
  if (attendees.length === 0) return null
  const named = attendees.slice(0, mostPeople)
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{attendees.length} took part</h3>
      <ul className={css.people}>
        {named.map(({ name, email }) => (
          <li key={`${name} ${email}`} className={css.person} title={email}>
            <VisibleText text={name || email} />
          </li>
        ))}
      </ul>
      {attendees.length > named.length ? (
        <details className={css.more}>
          <summary>{attendees.length - named.length} more</summary>
          <ul className={css.people}>
            {attendees.slice(mostPeople).map(({ name, email }) => (
              <li key={`${name} ${email}`} className={css.person} title={email}>
                <VisibleText text={name || email} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}

export function CalendarSection({ note: { calendarEvent } }: { readonly note: Note }) {
  if (calendarEvent === null) return null
  const { title, organiser, invitees, scheduledStart, scheduledEnd } = calendarEvent
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>Calendar</h3>
      <KeyValue>
        {title === null ? null : (
          <Fact name="Event">
            <VisibleText text={title} />
          </Fact>
        )}
        {scheduledStart === null ? null : (
          <Fact name="From">
            <TimeText iso={scheduledStart} show="exact" />
          </Fact>
        )}
        {scheduledEnd === null ? null : (
          <Fact name="To">
            <TimeText iso={scheduledEnd} show="exact" />
          </Fact>
        )}
        {organiser === null ? null : (
          <Fact name="Organiser">
            <VisibleText text={organiser} />
          </Fact>
        )}
        {invitees.length === 0 ? null : (
          <Fact name="Invited">
            <VisibleText text={invitees.join(', ')} />
          </Fact>
        )}
      </KeyValue>
    </section>
  )
}

export function FactsSection({
  note,
  onFolder,
}: {
  readonly note: Note
  readonly onFolder: (folderId: string) => void
}) {
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>Details</h3>
      <KeyValue>
        <Fact name="Note id" action={<CopyButton text={note.id} label="Copy the note id" />}>
          <code>{note.id}</code>
        </Fact>
        {note.owner ? (
          <Fact
            name="Owner"
            action={
              note.owner.email ? (
                <CopyButton text={note.owner.email} label="Copy the owner’s address" />
              ) : null
            }
          >
            <VisibleText text={[note.owner.name, note.owner.email].filter(Boolean).join(', ')} />
          </Fact>
        ) : null}
        <Fact name="Created">
          <TimeText iso={note.createdAt} show="exact" />
        </Fact>
        <Fact name="Updated">
          <TimeText iso={note.updatedAt} show="exact" />
        </Fact>
        <Fact name="Folders">
          {note.folders === null ? (
            'The service does not say'
          ) : note.folders.length === 0 ? (
            'In no folder'
          ) : (
            <span className={css.folders}>
              {note.folders.map(({ id, name }) => (
                <Button
                  key={id}
                  size="small"
                  icon={<Folder size={13} aria-hidden />}
                  onPress={() => onFolder(id)}
                >
                  {name}
                </Button>
              ))}
            </span>
          )}
        </Fact>
      </KeyValue>
    </section>
  )
}
