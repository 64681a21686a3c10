import { TimeText } from '#ui/text/time-text.tsx'
import { copy } from './copy.ts'
import type { NoteLocation } from './note-location.ts'

/** Shows how current the information about a note's folders is, if it was not read from the note itself. */
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
