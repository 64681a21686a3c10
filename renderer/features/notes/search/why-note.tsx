import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { noteIdIn } from '#shared/notes/ids-in-text.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { relativeTime } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../deliveries/index.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import { indexedNote, indexStatus, noteSearch } from '../index-queries.ts'
import type { NotesPageProps } from '../notes-search.ts'
import { folderList, note as noteQuery } from '../queries.ts'
import { NoteRow } from '../table/note-row.tsx'
import { CheckItem } from './why-check.tsx'
import { type Asked, whyChecks, whyConclusion } from './why-checks.ts'
import css from './why-note.module.css'

const titlesShown = 6

/** Why a note cannot be seen: what is entered is looked at from every side, and each answer ends in something to do. */
export function WhyNote({ search, onSearch }: NotesPageProps) {
  const [text, setText] = useState(search.why ?? '')
  const settled = useDebounced(text.trim(), 200)
  const id = noteIdIn(settled)
  const close = () => onSearch({ why: undefined })

  // Only an id goes into the address: a link that was pasted may hold more than is meant for it.
  useEffect(() => {
    if (id !== null && id !== search.why) onSearch({ why: id }, { replace: true })
  }, [id, search.why, onSearch])

  return (
    <Dialog title="Why don’t I see a note?" isOpen onClose={close} place="side">
      <div className={css.panel}>
        <SearchField
          label="Id, link or title of the note"
          value={text}
          onChange={setText}
          maxLength={2048}
          autoFocus
        />
        {settled === '' ? (
          <p className={css.quiet}>
            Paste the id of a note or a link to it, or type a part of its title. Then everything that can hide
            a note is looked at, one after another.
          </p>
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
  const received = useInfiniteQuery({ ...deliveryList(api, { noteId: asks }), enabled: id !== null })
  const { data: index } = useQuery(indexStatus(api))
  const { data: session } = useQuery(sessionStatus(api))
  if (!index || !session) return null

  const nowMs = Date.now()
  const lastEventAt = received.data?.pages[0]?.deliveries.find(({ verdict }) => verdict === 'verified')
  const facts = {
    entered,
    id,
    search,
    session,
    index,
    read: asked(read),
    indexed: asked({ ...indexed, data: indexed.data?.note }),
    folders: asked(folders),
    lastEvent: lastEventAt ? relativeTime(Date.parse(lastEventAt.lastReceivedAt), nowMs) : null,
    nowMs,
  }
  const checks = whyChecks(facts)
  const conclusion = whyConclusion(facts, checks)
  return (
    <>
      {id === null ? <Titles text={entered} onChoose={onChoose} /> : null}
      <p role="status" className={css.conclusion}>
        {conclusion}
      </p>
      <ol className={css.checks}>
        {checks.map((check) => (
          <CheckItem
            key={check.about}
            check={check}
            id={id}
            onSearch={onSearch}
            onLookAgain={() => void read.refetch()}
          />
        ))}
      </ol>
    </>
  )
}

/** Notes of the index whose titles have the words. */
function Titles({ text, onChoose }: { readonly text: string; readonly onChoose: (id: string) => void }) {
  const { data } = useInfiniteQuery(noteSearch(useApi(), text.slice(0, 512)))
  const found = data?.pages[0]
  if (!found) return null
  const notes = found.notes.slice(0, titlesShown)
  if (notes.length === 0) return <p className={css.quiet}>No note in the index has these words.</p>
  const all = `${found.notes.length}${found.next === null ? '' : ' or more'}`
  return (
    <>
      <ul className={css.titles} aria-label="Is it one of these?">
        {notes.map((note) => (
          <li key={note.id}>
            <button type="button" className={css.title} onClick={() => onChoose(note.id)}>
              <NoteRow note={note} columns={null} />
            </button>
          </li>
        ))}
      </ul>
      {found.notes.length > titlesShown ? (
        <p className={css.quiet}>
          {titlesShown} of {all} with these words are shown. Type more of the title to narrow them down.
        </p>
      ) : null}
    </>
  )
}

function asked<Value>({
  data,
  error,
  isFetching,
}: {
  readonly data: Value | undefined
  readonly error: Error | null
  readonly isFetching: boolean
}): Asked<Value> {
  if (error !== null && !isFetching) return { state: 'failed', error: asAppError(error) }
  return data === undefined ? { state: 'asking' } : { state: 'known', value: data }
}
