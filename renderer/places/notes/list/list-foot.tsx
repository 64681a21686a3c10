import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { memo } from 'react'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { exactTime } from '#ui/text/time-words.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { knownFolders } from '../../../nouns/notes/folder-queries.ts'
import { indexStatus, pauseIndex } from '../../../nouns/notes/index-queries.ts'
import { copy, describeIndex } from '../copy.ts'
import css from './list-foot.module.css'

/** Line below a list with the number of notes and their age, and a button to pause or resume the index. */
export const ListFoot = memo(function ListFoot({
  words,
  said,
}: {
  readonly words: string
  /** Problem that is already shown above the list, so that it is not shown twice. */
  readonly said: string | null
}) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: status } = useQuery(indexStatus(api))
  const { data: tree } = useQuery(knownFolders(api))
  const { mutate, isPending } = useMutation(pauseIndex(api, cache))
  const isOn = status !== undefined && status.state !== 'off'
  const isPaused = status?.state === 'paused'
  const freshness = isOn ? describeIndex(without(status, said), Date.now(), status.folders.of > 0) : ''
  const asOf = tree?.asOf ?? null
  const more = asOf === null ? freshness : `${freshness}. ${copy.folders.asOf} ${exactTime(Date.parse(asOf))}`
  return (
    <footer className={css.foot}>
      <span className={css.words}>{words}</span>
      <span className={css.freshness} title={visibleText(more)}>
        {freshness}
      </span>
      {isOn && (isPaused || status.run?.kind === 'full' || isReadingFolders(status)) ? (
        <IconButton
          label={isPaused ? copy.index.resume : copy.index.pause}
          onPress={() => mutate(!isPaused)}
          isDisabled={isPending}
        >
          {isPaused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
        </IconButton>
      ) : null}
    </footer>
  )
})

function without(status: IndexStatus, said: string | null): IndexStatus {
  const unless = (problem: string | null) => (problem === said ? null : problem)
  const { problem, folders } = status
  return { ...status, problem: unless(problem), folders: { ...folders, problem: unless(folders.problem) } }
}

/** Whether folders load for the first time. Later runs are not shown. */
const isReadingFolders = ({ state, folders }: IndexStatus) => state === 'reading' && folders.asOf === null
