import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { indexStatus, pauseIndex } from '../index-queries.ts'
import css from '../search/note-search.module.css'
import { describeIndex } from './describe-index.ts'

/** Of when the index is, or how far; and the switch that holds it. Whoever asks for folders hears how many are known. */
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
          label={isPaused ? 'Go on reading notes into the index' : 'Pause reading notes into the index'}
          onPress={() => mutate(!isPaused)}
          isDisabled={isPending}
        >
          {isPaused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
        </IconButton>
      ) : null}
    </div>
  )
}

/** For the first time; later rounds are as quiet as changes. */
const isReadingFolders = ({ state, folders }: IndexStatus) => state === 'reading' && folders.asOf === null
