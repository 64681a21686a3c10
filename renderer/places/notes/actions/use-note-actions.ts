import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Braces, Copy, ExternalLink, FileJson, FileText, Inbox, Link2, RefreshCw } from 'lucide-react'
import { asAppError } from '#shared/errors.ts'
import type { Note } from '#shared/notes/model.ts'
import { noteMarkdown } from '#shared/notes/note-markdown.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { isHttps, useOpenOutside } from '#ui/text/external-link.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { note as noteQuery } from '../../../nouns/notes/queries.ts'
import { actions as copy } from '../copy.ts'
import { noteJson } from '../detail/note-json.ts'

export function useNoteActions({ id }: { readonly id: string }): ActionGroups {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const openOutside = useOpenOutside()
  // Lists don't include a note's link, and loading the note only for its link is not worth a request.
  const { data: whole, isFetching } = useQuery({ ...noteQuery(api, id), enabled: false })
  const link = whole?.webUrl ?? null
  const linkMissing =
    whole === undefined ? copy.notRead : link === null || !isHttps(link) ? copy.noLink : undefined
  const copyAs = async (text: (note: Note) => string, done: string) => {
    try {
      copyText(text(await cache.ensureQueryData(noteQuery(api, id))), done, copy.withoutPrivate)
    } catch (thrown) {
      toast({ tone: 'danger', title: copy.notCopied, description: asAppError(thrown).message })
    }
  }
  return [
    [
      {
        id: 'note.open-outside',
        label: copy.open,
        icon: ExternalLink,
        keys: 'O',
        disabled: linkMissing,
        run: () => link !== null && openOutside(link),
      },
      {
        id: 'note.show-events',
        label: copy.showEvents,
        icon: Inbox,
        run: () => void navigate({ to: '/inspector', search: { q: `note:${id}` } }),
      },
      {
        id: 'note.compose',
        label: copy.compose,
        icon: FileJson,
        run: () => void navigate({ to: '/receivers', search: { form: 'compose', note: id } }),
      },
    ],
    [
      {
        id: 'note.copy-markdown',
        label: copy.copyMarkdown,
        icon: FileText,
        keys: 'C',
        run: () => void copyAs(noteMarkdown, copy.markdownCopied),
      },
      {
        id: 'note.copy-json',
        label: copy.copyJson,
        icon: Braces,
        run: () => void copyAs(noteJson, copy.jsonCopied),
      },
      { id: 'note.copy-id', label: copy.copyId, icon: Copy, run: () => copyText(id, copy.idCopied) },
      {
        id: 'note.copy-link',
        label: copy.copyLink,
        icon: Link2,
        disabled: linkMissing,
        run: () => link !== null && copyText(link, copy.linkCopied),
      },
    ],
    [
      {
        id: 'note.refresh',
        label: copy.refresh,
        icon: RefreshCw,
        disabled: isFetching ? copy.loading : undefined,
        run: () => void cache.invalidateQueries({ queryKey: keys.notes.note(id) }),
      },
    ],
  ]
}
