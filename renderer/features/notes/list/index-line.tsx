import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { copy, describeIndex } from '../copy.ts'
import { indexStatus, pauseIndex } from '../index-queries.ts'
import css from '../search/note-search.module.css'

/** The state of the index, and a button to pause or resume it. With `asksFolders` it includes the folders. */
export function IndexLine({ asksFolders }: { readonly asksFolders: boolean }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: status } = useQuery(indexStatus(api))
  const { mutate, isPending } = useMutation(pauseIndex(api, cache))
  if (!status || status.state === 'off') return <div className={css.line} />
  const words = describeIndex(status, Date.now(), asksFolders)
  const isPaused = status.state === 'paused'
  return (
    <div className={css.line}>
      <span className={css.words} title={visibleText(words)}>
        {words}
      </span>
      {isPaused || status.run?.kind === 'full' || isReadingFolders(status) ? (
        <IconButton
          label={isPaused ? copy.index.resume : copy.index.pause}
          onPress={() => mutate(!isPaused)}
          isDisabled={isPending}
        >
          {isPaused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
        </IconButton>
      ) : null}
    </div>
  )
}

/** Only the first time; later runs are not shown. */
const isReadingFolders = ({ state, folders }: IndexStatus) => state === 'reading' && folders.asOf === null
