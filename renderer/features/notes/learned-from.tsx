import { TimeText } from '#ui/text/time-text.tsx'
import { copy } from './copy.ts'
import type { NoteLocation } from './note-location.ts'

/** How the folders of a note are known if the note does not list them, and how old that is. */
export function LearnedFrom({ learnt }: { readonly learnt: NonNullable<NoteLocation['learnt']> }) {
  return learnt.asOf === null ? (
    copy.learned.partly
  ) : (
    <>
      {copy.learned.asOf} <TimeText iso={learnt.asOf} />
      {learnt.certainty === 'old' ? copy.learned.beforeChange : ''}
    </>
  )
}
