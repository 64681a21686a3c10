import type { Note } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfPerson } from '#shared/notes/names.ts'
import { JsonView } from '#ui/code/json-view.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import css from './note-detail.module.css'

/** More people than this are named on demand only. */
const mostPeople = 12

export function PeopleSection({ note: { attendees } }: { readonly note: Note }) {
  const people = attendees.filter((one) => nameOfPerson(one) !== null)
  if (people.length === 0) return null
  const named = people.slice(0, mostPeople)
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{people.length} took part</h3>
      <ul className={css.people}>
        {named.map(({ name, email }) => (
          <li key={`${name} ${email}`} className={css.person} title={visibleText(email)}>
            <VisibleText text={name.trim() === '' ? email : name} />
          </li>
        ))}
      </ul>
      {people.length > named.length ? (
        <details className={css.more}>
          <summary>{people.length - named.length} more</summary>
          <ul className={css.people}>
            {people.slice(mostPeople).map(({ name, email }) => (
              <li key={`${name} ${email}`} className={css.person} title={visibleText(email)}>
                <VisibleText text={name.trim() === '' ? email : name} />
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

export function FactsSection({ note }: { readonly note: Note }) {
  return (
    <section className={css.view} aria-label="Details">
      <KeyValue>
        <Fact name="Note id" action={<CopyButton text={note.id} label="Copy the id" />}>
          <code>
            <VisibleText text={note.id} />
          </code>
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
          <BothTimes iso={note.createdAt} />
        </Fact>
        <Fact name="Updated">
          <BothTimes iso={note.updatedAt} />
        </Fact>
        {note.folders?.map(({ id, name }) => (
          <Fact key={id} name="Folder" action={<CopyButton text={id} label="Copy the folder id" />}>
            <VisibleText text={nameOfFolder({ name })} /> <code>{id}</code>
          </Fact>
        ))}
        {note.webUrl === null ? null : (
          <Fact name="Link" action={<CopyButton text={note.webUrl} label="Copy the link" />}>
            <VisibleText text={note.webUrl} />
          </Fact>
        )}
      </KeyValue>
    </section>
  )
}

/** What is not understood, as it came: the specification shows no fields of a whole note. */
export function OtherFields({ fields }: { readonly fields: Note['unknown'] }) {
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>Other fields</h3>
      {Object.keys(fields).length === 0 ? (
        <p className={css.none}>The service sent nothing else with this note.</p>
      ) : (
        <>
          <p className={css.none}>What else the service sent with this note, as it came.</p>
          <JsonView label="other fields" value={fields} />
        </>
      )}
    </section>
  )
}

function BothTimes({ iso }: { readonly iso: string | null }) {
  if (iso === null) return 'The service does not say'
  return (
    <>
      <TimeText iso={iso} show="exact" /> (<TimeText iso={iso} />)
    </>
  )
}
