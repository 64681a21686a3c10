import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  Bookmark,
  Building2,
  FileText,
  FlaskConical,
  List,
  Server,
  TextSearch,
  Webhook,
} from 'lucide-react'
import { useMemo } from 'react'
import { noteIdIn } from '#shared/notes/ids-in-text.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { nameOfNote, nameOfPerson } from '#shared/notes/names.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { tableTime } from '#ui/text/time-words.ts'
import { useApi } from '../../host/client.ts'
import { deliveryViews, foundDeliveries } from '../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { newestNotes, noteSearch, noteTitles } from '../../nouns/notes/index-queries.ts'
import { textStatus } from '../../nouns/notes/text-queries.ts'
import { receiverList } from '../../nouns/receivers/queries.ts'
import { openWorkspace, workspaceList } from '../../nouns/workspaces/queries.ts'
import { sessionStatus, startSandbox } from '../../nouns/workspaces/session-queries.ts'
import { focusPlace } from '../shell/place-focus.ts'
import { copy } from './copy.ts'
import type { PaletteItem } from './item.ts'
import { rankOf, wordsOf } from './matching.ts'
import { runMutation } from './run-mutation.ts'

const { fixedViews } = await import('../../nouns/deliveries/filter/fixed-views.ts')

/** Returns the endpoints, receivers, views and workspaces that are already in the query cache. */
export function useKnownItems() {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionStatus(api))
  const isOpen = session !== undefined && session.state !== 'welcome'
  const { data: views = [] } = useQuery({ ...deliveryViews(api), enabled: isOpen })
  const { data: workspaces = [] } = useQuery(workspaceList(api))
  const { data: receivers = [] } = useQuery({ ...receiverList(api), enabled: isOpen })
  const names = useEndpointNames()
  const inSandbox = isOpen && session.workspace.kind === 'sandbox'

  const endpoints = names.list.map(({ id, label, url }): PaletteItem => {
    return {
      key: `endpoint:${id}`,
      icon: Webhook,
      label: names.of(id),
      detail: label === null ? undefined : url.replace(/^https?:\/\//, ''),
      words: `${id} ${url}`,
      run: () => void navigate({ to: '/endpoints', search: { endpoint: id } }),
    }
  })
  const receiverItems = receivers.map(
    ({ id, name, url }): PaletteItem => ({
      key: `receiver:${id}`,
      icon: Server,
      label: name,
      detail: url.replace(/^https?:\/\//, '').slice(0, 120),
      words: url,
      run: () => void navigate({ to: '/receivers', search: { receiver: id } }),
    }),
  )
  const openView = (q: string) => async () => {
    const isThere = window.location.hash.startsWith('#/inspector')
    await navigate({ to: '/inspector', search: { q } })
    if (isThere) focusPlace(document.querySelector('main'))
  }
  return {
    endpoints,
    receivers: receiverItems,
    views: isOpen
      ? [
          ...views.map(
            ({ id, name, q }): PaletteItem => ({
              key: `view:${id}`,
              icon: Bookmark,
              label: name,
              detail: q,
              words: copy.words.view,
              run: openView(q),
            }),
          ),
          ...fixedViews.map(
            ({ name, q }): PaletteItem => ({
              key: `view:${q}`,
              icon: Bookmark,
              label: name,
              words: copy.words.view,
              run: openView(q),
            }),
          ),
        ]
      : [],
    workspaces: [
      ...workspaces
        .filter(({ kind }) => kind === 'service')
        .map(
          (workspace): PaletteItem => ({
            key: `workspace:${workspace.id}`,
            icon: Building2,
            label: workspace.label,
            detail: workspace.baseUrl.replace(/^https?:\/\//, ''),
            words: copy.words.workspace,
            disabled: workspace.isOpen ? copy.openNow : undefined,
            run: () => runMutation(cache, openWorkspace(api, cache), workspace.id),
          }),
        ),
      {
        key: 'workspace:sandbox',
        icon: FlaskConical,
        label: copy.sandbox,
        words: copy.words.workspace,
        disabled: inSandbox ? copy.openNow : undefined,
        run: () => runMutation(cache, startSandbox(api, cache), null),
      } satisfies PaletteItem,
    ],
    allEndpoints: (count: number, q: string): PaletteItem => ({
      key: 'all:endpoints',
      icon: List,
      label: copy.allEndpoints(count),
      run: () => void navigate({ to: '/endpoints', search: q === '' ? {} : { q } }),
    }),
  }
}

/** Maximum number of notes to list before anything is typed, including the recently used ones. */
const mostNewest = 10

/** Maximum number of notes in the group *In the text*. */
const mostInText = 5
const textPauseMs = 150

/** Returns the notes and deliveries that the host finds. Keeps the previous results until new ones arrive. */
export function useFoundItems({
  typed,
  isIds,
  offersNewest,
  most,
}: {
  readonly typed: string
  readonly isIds: boolean
  /** Whether to return the most recently changed notes. Used while nothing is typed. */
  readonly offersNewest: boolean
  readonly most: number
}) {
  const api = useApi()
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionStatus(api))
  const isOpen = session !== undefined && session.state !== 'welcome'
  const names = useEndpointNames()
  const noteId = noteIdIn(typed)
  const webhookId = isIds ? (/^\S+/.exec(typed)?.[0] ?? null) : webhookIdIn(typed)
  const searched = isIds || webhookId !== null ? (noteId ?? '') : (noteId ?? typed)
  const asksNotes = isOpen && searched !== ''
  const search = useInfiniteQuery({ ...noteSearch(api, searched), enabled: asksNotes })
  const { data: texts } = useQuery({ ...textStatus(api), enabled: isOpen })
  // Searched after a pause, so that the text doesn't delay the titles.
  const inText = useDebounced(searched, textPauseMs)
  const asksText =
    asksNotes && noteId === null && inText !== '' && texts !== undefined && texts.state !== 'off'
  const text = useInfiniteQuery({ ...noteSearch(api, inText, 'everything'), enabled: asksText })
  const lookup = useQuery({ ...foundDeliveries(api, webhookId ?? ''), enabled: isOpen && webhookId !== null })

  const asksNewest = isOpen && offersNewest
  const { data: newest } = useQuery({ ...newestNotes(api, mostNewest), enabled: asksNewest })

  const pages = asksNotes ? (search.data?.pages ?? []) : []
  const words = wordsOf(searched)
  const isByOwner = (note: NoteListItem) => Number(rankOf({ label: nameOfNote(note) }, words) === null)
  const found = asksNewest
    ? (newest?.notes ?? [])
    : pages.flatMap((page) => page.notes).sort((a, b) => isByOwner(a) - isByOwner(b))
  const openNote = (id: string) => () => void navigate({ to: '/notes', search: { note: id } })
  const now = Date.now()
  const notes = found.slice(0, asksNewest ? mostNewest : most).map((note): PaletteItem => {
    const owner = note.owner && nameOfPerson(note.owner)
    const at = note.updatedAt ?? note.createdAt
    const time = at === null || Number.isNaN(Date.parse(at)) ? '' : tableTime(Date.parse(at), now)
    return {
      key: `note:${note.id}`,
      icon: FileText,
      label: nameOfNote(note),
      detail: [owner ?? '', time].filter((part) => part !== '').join(' · '),
      run: openNote(note.id),
    }
  })
  // Adds a note that is not indexed, because it can still be opened by its id.
  if (noteId !== null && isOpen && !notes.some(({ key }) => key === `note:${noteId}`))
    notes.push({ key: `note:${noteId}`, icon: FileText, label: copy.openNote(noteId), run: openNote(noteId) })
  if (found.length > most && !asksNewest)
    notes.push({
      key: 'all:notes',
      icon: List,
      label: copy.allNotes,
      run: () => void navigate({ to: '/notes', search: { q: typed } }),
    })
  const titled = new Set(notes.map(({ key }) => key))
  const inEverything = asksText ? text.data?.pages[0] : undefined
  const textHits = (inEverything?.notes ?? [])
    .flatMap((note): PaletteItem | readonly never[] => {
      const { id, match } = note
      if (!match || match.part === 'title' || match.part === 'owner' || titled.has(`note:${id}`)) return []
      const tab = match.part === 'transcript' ? match.part : undefined
      const search = { q: searched, in: 'everything' as const, note: id, tab }
      return {
        key: `note:${id}`,
        icon: FileText,
        label: nameOfNote(note),
        snippet: { text: match.text, marks: match.marks },
        run: () => void navigate({ to: '/notes', search }),
      }
    })
    .slice(0, mostInText)
  if (inEverything && (inEverything.notes.length > 0 || inEverything.next !== null))
    textHits.push({
      key: 'all:texts',
      icon: TextSearch,
      label: copy.searchText(searched),
      run: () => void navigate({ to: '/notes', search: { q: searched, in: 'everything' } }),
    })
  const deliveries = (webhookId === null ? [] : (lookup.data ?? [])).map((delivery): PaletteItem => {
    const { id, eventType, endpointId } = delivery
    return {
      key: `delivery:${id}`,
      icon: Activity,
      label: delivery.webhookId ?? '',
      isId: true,
      detail: [tableTime(Date.parse(delivery.firstReceivedAt), now), eventType ?? '', names.of(endpointId)]
        .filter((part) => part !== '')
        .join(' · '),
      run: () => void navigate({ to: '/inspector', search: { delivery: id } }),
    }
  })
  return {
    notes,
    texts: textHits,
    deliveries,
    isMore: found.length > most && !asksNewest,
    isSearching:
      (asksNotes && search.isFetching) ||
      (asksText && text.isFetching) ||
      (webhookId !== null && lookup.isFetching),
    error: search.error ?? lookup.error,
  }
}

/** Returns the recently used notes. Their titles come from the index, because only ids are stored. */
export function useRecentNotes(recent: readonly string[]): readonly PaletteItem[] {
  const api = useApi()
  const navigate = useNavigate()
  const ids = useMemo(
    () => recent.flatMap((key) => (key.startsWith('note:') ? [key.slice('note:'.length)] : [])),
    [recent],
  )
  const { data = [] } = useQuery({ ...noteTitles(api, ids), enabled: ids.length > 0 })
  return data.flatMap(({ id, title }) =>
    title === null
      ? []
      : {
          key: `note:${id}`,
          icon: FileText,
          label: nameOfNote({ title }),
          detail: copy.groups.notes,
          run: () => void navigate({ to: '/notes', search: { note: id } }),
        },
  )
}

function webhookIdIn(typed: string): string | null {
  return /(?<![A-Za-z0-9])evt_[A-Za-z0-9_-]{1,252}/.exec(typed)?.[0] ?? null
}
