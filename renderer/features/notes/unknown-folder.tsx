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
import { readFolders } from './folder-queries.ts'

interface Unknown {
  /** When the folders were read among which it is not. */
  readonly asOf: string
  /** What the service said of it: it listed notes, or none, or refused; `null` while it said nothing. */
  readonly answer: 'notes' | 'none' | AppError | null
  readonly onAll: () => void
}

/** An address names a folder that is not among those known: from an old link, of another key, or newer than the list. */
export function UnknownFolder({ asOf, answer, onAll }: Unknown) {
  const read = useMutation(readFolders(useApi(), useQueryClient()))
  const isListed = answer === 'notes' || answer === 'none'
  const age = (
    <>
      The folders were read <TimeText iso={asOf} />.
    </>
  )
  const ways = (
    <>
      <Button variant={isListed ? 'secondary' : 'primary'} onPress={onAll}>
        All notes
      </Button>
      <Button pending={read.isPending} onPress={() => read.mutate()}>
        Read the folders again
      </Button>
    </>
  )
  const title = 'This folder is not among those known here'
  return (
    <>
      {read.isError ? <ErrorBanner error={read.error} /> : null}
      {isListed ? (
        <Banner title={`${title}.`} action={ways}>
          {answer === 'notes'
            ? 'The service lists its notes.'
            : 'The service lists no notes for this filter.'}{' '}
          {age}
        </Banner>
      ) : (
        <EmptyState icon={FolderX} title={title} action={ways}>
          {answer ? (
            <VisibleText text={answer.message} />
          ) : (
            'It may be new, deleted, or hidden from this key.'
          )}{' '}
          {age}
          {answer ? <ErrorDetails error={answer} /> : null}
        </EmptyState>
      )}
    </>
  )
}

/** The error, where it may be about the folder and not about the way to the service. */
export function folderRefusal(error: Error | null): AppError | null {
  const known = error && asAppError(error)
  return known && refusals.includes(known.code) ? known : null
}

const refusals: readonly ErrorCode[] = ['not-found', 'forbidden', 'refused']
