import { useState } from 'react'
import { classes } from '#ui/class-names.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import css from './note-name.module.css'

/**
 * Milliseconds within which a new note's title is expected. It takes time because the index reads the notes of new events one by
 * one.
 */
const titleDueMs = 10_000

export function NoteName({
  id,
  title,
  since,
}: {
  readonly id: string
  /** `null` if the index does not have the title, and `undefined` while it is loading. */
  readonly title: string | null | undefined
  /** The ISO time of the event that named the note. */
  readonly since: string
}) {
  // The tooltip has the full title, in case it is truncated.
  if (typeof title === 'string')
    return (
      <span title={visibleText(title)}>
        <VisibleText text={title} />
      </span>
    )
  return <UntitledNote id={id} isAsked={title === undefined} since={since} />
}

/**
 * Shows a note's id in place of its title. The id is delayed if the title may still arrive. That is the case while the title is
 * loading, and shortly after the event that named the note (`since`, an ISO time), because the index then reads the note.
 */
export function UntitledNote({
  id,
  isAsked,
  since,
}: {
  readonly id: string
  readonly isAsked: boolean
  readonly since: string
}) {
  const [isFresh] = useState(() => Math.abs(Date.now() - Date.parse(since)) < titleDueMs)
  return (
    <span
      className={classes(css.id, (isAsked || isFresh) && css.awaited)}
      title={isAsked ? visibleText(id) : `${visibleText(id)} is not in the search index yet`}
    >
      <VisibleText text={id} />
    </span>
  )
}
