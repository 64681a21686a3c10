import { useMemo } from 'react'
import { formatJson } from '#shared/json-text.ts'
import type { Note } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfPerson } from '#shared/notes/names.ts'
import { JsonView } from '#ui/code/json-view.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { copy } from './copy.ts'
import css from './note-detail.module.css'

const mostPeople = 12

export function PeopleSection({ note: { attendees } }: { readonly note: Note }) {
  const people = attendees.filter((one) => nameOfPerson(one) !== null)
  if (people.length === 0) return null
  const named = people.slice(0, mostPeople)
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{copy.people.title(people.length)}</h3>
      <ul className={css.people}>
        {named.map(({ name, email }) => (
          <li key={`${name} ${email}`} className={css.person} title={visibleText(email)}>
            <VisibleText text={name.trim() === '' ? email : name} />
          </li>
        ))}
      </ul>
      {people.length > named.length ? (
        <details className={css.more}>
          <summary>{copy.people.more(people.length - named.length)}</summary>
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
      <h3 className={css.sectionTitle}>{copy.calendar.title}</h3>
      <KeyValue>
        {title === null ? null : (
          <Fact name={copy.calendar.event}>
            <VisibleText text={title} />
          </Fact>
        )}
        {scheduledStart === null ? null : (
          <Fact name={copy.calendar.from}>
            <TimeText iso={scheduledStart} show="short" isDue />
          </Fact>
        )}
        {scheduledEnd === null ? null : (
          <Fact name={copy.calendar.to}>
            <TimeText iso={scheduledEnd} show="short" isDue />
          </Fact>
        )}
        {organiser === null ? null : (
          <Fact name={copy.calendar.organizer}>
            <VisibleText text={organiser} />
          </Fact>
        )}
        {invitees.length === 0 ? null : (
          <Fact name={copy.calendar.invited}>
            <VisibleText text={invitees.join(', ')} />
          </Fact>
        )}
      </KeyValue>
    </section>
  )
}

const longTitle = 60

export function FactsSection({ note }: { readonly note: Note }) {
  return (
    <section className={css.view} aria-label={copy.details.title}>
      <KeyValue>
        {note.title.length > longTitle ? (
          <Fact name={copy.details.noteTitle}>
            <VisibleText text={note.title} />
          </Fact>
        ) : null}
        <Fact name={copy.details.id} action={<CopyButton text={note.id} label={copy.details.copyId} />}>
          <code>
            <VisibleText text={note.id} />
          </code>
        </Fact>
        {note.owner ? (
          <Fact
            name={copy.details.owner}
            action={
              note.owner.email ? <CopyButton text={note.owner.email} label={copy.details.copyOwner} /> : null
            }
          >
            <VisibleText text={[note.owner.name, note.owner.email].filter(Boolean).join(', ')} />
          </Fact>
        ) : null}
        <Fact name={copy.details.created}>
          <BothTimes iso={note.createdAt} />
        </Fact>
        <Fact name={copy.details.updated}>
          <BothTimes iso={note.updatedAt} />
        </Fact>
        {note.folders?.map(({ id, name }) => (
          <Fact
            key={id}
            name={copy.details.folder}
            action={<CopyButton text={id} label={copy.details.copyFolder} />}
          >
            <VisibleText text={nameOfFolder({ name })} /> <code>{id}</code>
          </Fact>
        ))}
        {note.webUrl === null ? null : (
          <Fact
            name={copy.details.link}
            action={<CopyButton text={note.webUrl} label={copy.details.copyLink} />}
          >
            <VisibleText text={note.webUrl} />
          </Fact>
        )}
      </KeyValue>
    </section>
  )
}

/** Shows fields that Notehook doesn't recognize, because the specification doesn't list the fields of a whole note. */
export function OtherFields({ fields }: { readonly fields: Note['unknown'] }) {
  const text = useMemo(() => formatJson(fields) ?? fields, [fields])
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{copy.otherFields.title}</h3>
      {fields === '{}' ? (
        <p className={css.none}>{copy.otherFields.none}</p>
      ) : (
        <>
          <p className={css.none}>{copy.otherFields.text}</p>
          <JsonView label={copy.otherFields.json} text={text} />
        </>
      )}
    </section>
  )
}

function BothTimes({ iso }: { readonly iso: string | null }) {
  if (iso === null) return copy.details.unknown
  return (
    <>
      <TimeText iso={iso} show="short" /> (<TimeText iso={iso} />)
    </>
  )
}
