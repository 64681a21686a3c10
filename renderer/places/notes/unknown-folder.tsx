import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderX } from 'lucide-react'
import { type AppError, asAppError, type ErrorCode } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorDetails } from '#ui/feedback/error-details.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { readFolders } from '../../nouns/notes/folder-queries.ts'
import { copy } from './copy.ts'

interface Unknown {
  /** Time when the folders were loaded. */
  readonly asOf: string
  /** Result of the service for this folder: notes, none or an error; `null` if there is none yet. */
  readonly answer: 'notes' | 'none' | AppError | null
  readonly onAll: () => void
}

/** Shown for a URL with an unknown folder. The link may be old, of another key, or newer than the list of folders. */
export function UnknownFolder({ asOf, answer, onAll }: Unknown) {
  const read = useMutation(readFolders(useApi(), useQueryClient()))
  const isListed = answer === 'notes' || answer === 'none'
  const age = (
    <>
      {copy.folders.foldersRead} <TimeText iso={asOf} />.
    </>
  )
  const actions = (
    <>
      <Button variant={isListed ? 'secondary' : 'primary'} onPress={onAll}>
        {copy.allNotes}
      </Button>
      <Button pending={read.isPending} onPress={() => read.mutate()}>
        {copy.folders.refresh}
      </Button>
    </>
  )
  const title = copy.folders.unknown
  return (
    <>
      {read.isError ? <ErrorBanner error={read.error} /> : null}
      {isListed ? (
        <Banner title={`${title}.`} action={actions}>
          {answer === 'notes' ? copy.folders.listsNotes : copy.folders.listsNone} {age}
        </Banner>
      ) : (
        <EmptyState icon={FolderX} title={title} action={actions}>
          {answer ? <VisibleText text={answer.message} /> : copy.folders.unknownReason} {age}
          {answer ? <ErrorDetails error={answer} /> : null}
        </EmptyState>
      )}
    </>
  )
}

/** Returns the error if it may be about the folder and not about the connection. */
export function folderRefusal(error: Error | null): AppError | null {
  const known = error && asAppError(error)
  return known && folderErrors.includes(known.code) ? known : null
}

const folderErrors: readonly ErrorCode[] = ['not-found', 'forbidden', 'refused']
