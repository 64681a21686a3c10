import { TimeText } from '#ui/text/time-text.tsx'
import type { NoteLocation } from './note-location.ts'

/** How the folders of a note are known where it does not say them itself, and how old that is. */
export function LearnedFrom({ learnt }: { readonly learnt: NonNullable<NoteLocation['learnt']> }) {
  return learnt.asOf === null ? (
    'learnt by listing folders, not all of them yet'
  ) : (
    <>
      learnt by listing folders, as of <TimeText iso={learnt.asOf} />
      {learnt.certainty === 'old' ? ', before the note changed' : ''}
    </>
  )
}
