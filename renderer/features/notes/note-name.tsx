import { useEffect, useState } from 'react'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { copy } from './copy.ts'

/** The index reads the notes of new events one by one, so the title of a fresh one comes a little later. In milliseconds. */
const titleDueMs = 10_000

/** What a note is called in a row of a log: its title, or a dash where the index does not have it. */
export function NoteName({
  id,
  title,
  since,
}: {
  readonly id: string
  /** `undefined` while it is being asked for. */
  readonly title: string | null | undefined
  /** ISO time of the event that named the note. */
  readonly since: string
}) {
  if (title === undefined) return null
  // Where it is cut, the whole of it is under the pointer.
  if (title !== null)
    return (
      <span title={visibleText(title)}>
        <VisibleText text={title} />
      </span>
    )
  return <UntitledNote id={id} since={since} />
}

/**
 * What stands for the title of a note that the index does not have: a dash, with the note's id under the pointer. Nothing while the
 * event that named the note (`since`, an ISO time) is so fresh that the index is still about to read it: a title that is known in a
 * moment is not called unknown.
 */
export function UntitledNote({ id, since }: { readonly id: string; readonly since: string }) {
  const [isDue, setDue] = useState(() => leftMs(since) === 0)
  useEffect(() => {
    const left = leftMs(since)
    setDue(left === 0)
    if (left === 0) return
    const timer = setTimeout(() => setDue(true), left)
    return () => clearTimeout(timer)
  }, [since])
  return <span title={copy.row.notIndexed(visibleText(id))}>{isDue ? copy.row.unknown : null}</span>
}

/** 0 also where the clocks of the event and of this page differ by more. */
function leftMs(since: string): number {
  const ageMs = Date.now() - Date.parse(since)
  return Math.abs(ageMs) < titleDueMs ? titleDueMs - ageMs : 0
}
