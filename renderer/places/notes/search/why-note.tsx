import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { noteIdIn } from '#shared/notes/ids-in-text.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { relativeTime } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { indexedNote, indexStatus, noteSearch } from '../../../nouns/notes/index-queries.ts'
import { folderList, note as noteQuery } from '../../../nouns/notes/queries.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import type { NotesPageProps } from '../notes-search.ts'
import { columnsFor } from '../table/note-columns.ts'
import { NoteRow } from '../table/note-row.tsx'
import { copy } from './copy.ts'
import { CheckItem } from './why-check.tsx'
import { type QueryState, whyChecks, whyConclusion } from './why-checks.ts'
import css from './why-note.module.css'

const titlesShown = 6

/** Explains why a note is not shown, with an action for each check. */
export function WhyNote({ search, onSearch }: NotesPageProps) {
  const [text, setText] = useState(search.why ?? '')
  const settled = useDebounced(text.trim(), 200)
  const id = noteIdIn(settled)
  const close = () => onSearch({ why: undefined })
  const given = useRef(text)
  // Escape first clears the text that the user typed. If the text is unchanged, Escape closes the dialog immediately.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text !== given.current) return
    event.stopPropagation()
    close()
  }

  // Only the id goes into the URL, because a pasted link may contain more.
  useEffect(() => {
    if (id !== null && id !== search.why) onSearch({ why: id }, { replace: true })
  }, [id, search.why, onSearch])

  return (
    <Dialog title={copy.why.title} onClose={close} place="side">
      <div className={stackCss.s4} onKeyDownCapture={onKeyDownCapture}>
        <SearchField label={copy.why.field} value={text} onChange={setText} maxLength={2048} autoFocus />
        {settled === '' ? (
          <p className={textCss.note}>{copy.why.help}</p>
        ) : (
          <Answers entered={settled} id={id} search={search} onSearch={onSearch} onChoose={setText} />
        )}
      </div>
    </Dialog>
  )
}

function Answers({
  entered,
  id,
  search,
  onSearch,
  onChoose,
}: NotesPageProps & {
  readonly entered: string
  readonly id: string | null
  readonly onChoose: (id: string) => void
}) {
  const api = useApi()
  const asks = id ?? ''
  const read = useQuery({ ...noteQuery(api, asks), enabled: id !== null })
  const indexed = useQuery({ ...indexedNote(api, asks), enabled: id !== null })
  const folders = useQuery(folderList(api))
  const found = useInfiniteQuery({ ...noteSearch(api, entered.slice(0, 512)), enabled: id === null })
  const received = useInfiniteQuery({ ...deliveryList(api, { noteId: asks }), enabled: id !== null })
  const { data: index } = useQuery(indexStatus(api))
  const { data: session } = useQuery(sessionStatus(api))
  if (!index || !session) return null

  const nowMs = Date.now()
  const lastEvent = received.data?.pages[0]?.deliveries.find(({ verdict }) => verdict === 'verified')
  const facts = {
    entered,
    id,
    search,
    session,
    index,
    read: stateOf(read),
    titles: stateOf({ ...found, data: found.data?.pages[0]?.notes.length }),
    indexed: stateOf({ ...indexed, data: indexed.data?.note }),
    folders: stateOf(folders),
    lastEvent: lastEvent ? relativeTime(Date.parse(lastEvent.lastReceivedAt), nowMs) : null,
    nowMs,
  }
  const checks = whyChecks(facts)
  const conclusion = whyConclusion(facts, checks)
  return (
    <>
      {id === null && found.data ? <Titles found={found.data.pages[0]} onChoose={onChoose} /> : null}
      <p role="status" className={css.conclusion}>
        {conclusion}
      </p>
      <ol>
        {checks.map((check) => (
          <CheckItem
            key={check.about}
            check={check}
            id={id}
            onSearch={onSearch}
            onRetry={() => void read.refetch()}
          />
        ))}
      </ol>
    </>
  )
}

function Titles({
  found,
  onChoose,
}: {
  readonly found: OutputOf<'notes.search'> | undefined
  readonly onChoose: (id: string) => void
}) {
  if (!found || found.notes.length === 0) return null
  const notes = found.notes.slice(0, titlesShown)
  const all = `${found.notes.length}${found.next === null ? '' : ' or more'}`
  return (
    <>
      <ul className={css.titles} aria-label={copy.why.titles}>
        {notes.map((note) => (
          <li key={note.id}>
            <button type="button" className={css.title} onClick={() => onChoose(note.id)}>
              <NoteRow note={note} columns={rowColumns} />
            </button>
          </li>
        ))}
      </ul>
      {found.notes.length > titlesShown ? (
        <p className={textCss.note}>{copy.why.moreTitles(titlesShown, all)}</p>
      ) : null}
    </>
  )
}

const rowColumns = columnsFor(420)

function stateOf<Value>({
  data,
  error,
  isFetching,
}: {
  readonly data: Value | undefined
  readonly error: Error | null
  readonly isFetching: boolean
}): QueryState<Value> {
  if (error !== null && !isFetching) return { state: 'failed', error: asAppError(error) }
  return data === undefined ? { state: 'pending' } : { state: 'known', value: data }
}
