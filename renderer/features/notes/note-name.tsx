import { useState } from 'react'
import { classes } from '#ui/class-names.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { copy } from './copy.ts'
import css from './note-name.module.css'

/** The index reads the notes of new events one by one, so the title of a fresh one comes a little later. In milliseconds. */
const titleDueMs = 10_000

/** What a note is called in a row of a log: its title, or its id where that is not known. */
export function NoteName({
  id,
  title,
  since,
}: {
  readonly id: string
  /** `null`: the index does not have it. `undefined` while it is being asked for. */
  readonly title: string | null | undefined
  /** ISO time of the event that named the note. */
  readonly since: string
}) {
  // Where it is cut, the whole of it is under the pointer.
  if (typeof title === 'string')
    return (
      <span title={visibleText(title)}>
        <VisibleText text={title} />
      </span>
    )
  return <UntitledNote id={id} isAsked={title === undefined} since={since} />
}

/**
 * What stands for the title of a note that is not known: the note's id. It appears after a moment where the title may come first:
 * it is being asked for, or the event that named the note (`since`, an ISO time) is so fresh that the index is about to read it.
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
      title={isAsked ? visibleText(id) : copy.row.notIndexed(visibleText(id))}
    >
      <VisibleText text={id} />
    </span>
  )
}
