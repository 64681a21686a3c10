import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { Note } from '../../../shared/domain/note.ts'
import { useApi } from '../../api/client.ts'
import { note as noteQuery } from '../../queries/catalog.ts'
import { Detail, DetailText, DetailTitle } from '../../ui/detail.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import css from './note-detail.module.css'
import { CalendarSection, FactsSection, PeopleSection } from './note-facts.tsx'

/** One note, whole. The service does not specify its fields, so each is shown when it is there. */
export function NoteDetail({
  id,
  onFolder,
  onClose,
  alone,
}: {
  readonly id: string
  readonly onFolder: (folderId: string) => void
  readonly onClose: () => void
  /** No list beside it. */
  readonly alone: boolean
}) {
  const query = useQuery(noteQuery(useApi(), id))
  return (
    <Detail id="note-detail" label="Note" onClose={onClose} alone={alone}>
      {query.data ? (
        <NoteText
          note={query.data}
          refreshing={query.isFetching}
          onRefresh={() => void query.refetch()}
          onFolder={onFolder}
          alone={alone}
        />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Skeleton label="Reading the note" lines={9} />
      )}
    </Detail>
  )
}

function NoteText({
  note,
  refreshing,
  onRefresh,
  onFolder,
  alone,
}: {
  readonly note: Note
  readonly refreshing: boolean
  readonly onRefresh: () => void
  readonly onFolder: (folderId: string) => void
  /** No list beside it, whose title would be that of the page. */
  readonly alone: boolean
}) {
  const summary = note.summaryMarkdown ?? null
  const privateNotes = note.privateNotesMarkdown ?? null
  return (
    <DetailText>
      {alone ? (
        <h1>
          <VisuallyHidden>Notes</VisuallyHidden>
        </h1>
      ) : null}
      <header className={css.header}>
        <div className={css.heading}>
          <DetailTitle text={note.title === '' ? 'Untitled' : note.title} />
          <p className={css.byline}>
            {note.owner ? note.owner.name || note.owner.email : 'No owner'} · updated{' '}
            <TimeText iso={note.updatedAt ?? note.createdAt} />
            {note.webUrl ? (
              <>
                {' · '}
                <ExternalLink href={note.webUrl}>Open in the product</ExternalLink>
              </>
            ) : null}
          </p>
        </div>
        <IconButton label="Read the note again" onPress={onRefresh} isDisabled={refreshing}>
          <RefreshCw size={15} aria-hidden />
        </IconButton>
      </header>
      <section aria-label="Summary">
        {summary !== null ? (
          <Markdown text={summary} />
        ) : note.summaryText !== null ? (
          <p className={css.plain}>
            <VisibleText text={note.summaryText} />
          </p>
        ) : (
          <p className={css.none}>The service sent no summary of this note.</p>
        )}
      </section>
      {privateNotes !== null || note.privateNotesText !== null ? (
        <section className={css.section}>
          <h3 className={css.sectionTitle}>Private notes</h3>
          {privateNotes !== null ? (
            <Markdown text={privateNotes} />
          ) : (
            <p className={css.plain}>
              <VisibleText text={note.privateNotesText ?? ''} />
            </p>
          )}
        </section>
      ) : null}
      <PeopleSection note={note} />
      <CalendarSection note={note} />
      <FactsSection note={note} onFolder={onFolder} />
      {Object.keys(note.unknown).length > 0 ? (
        <section className={css.section}>
          <h3 className={css.sectionTitle}>Other fields</h3>
          <p className={css.none}>What else the service sent with this note, as it came.</p>
          <JsonView label="other fields" value={note.unknown} />
        </section>
      ) : null}
    </DetailText>
  )
}
