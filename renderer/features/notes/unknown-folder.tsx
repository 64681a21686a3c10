import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderX } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { readFolders } from './folder-queries.ts'

interface Unknown {
  /** When the folders were read among which it is not. */
  readonly asOf: string
  readonly onAll: () => void
  /** Its notes are listed below all the same. */
  readonly isListed: boolean
}

/** An address names a folder that is not among those known: from an old link, of another key, or newer than the list. */
export function UnknownFolder({ asOf, onAll, isListed }: Unknown) {
  const read = useMutation(readFolders(useApi(), useQueryClient()))
  const words = (
    <>
      {isListed ? 'The service lists it all the same. ' : 'It was deleted, or this key does not see it. '}
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
          {words}
        </Banner>
      ) : (
        <EmptyState icon={FolderX} title={title} action={ways}>
          {words}
        </EmptyState>
      )}
    </>
  )
}
