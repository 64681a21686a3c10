import { lazy, Suspense } from 'react'
import type { Note } from '#shared/notes/model.ts'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PlainText } from '#ui/text/plain-text.tsx'
import { copy } from './copy.ts'
import css from './note-detail.module.css'

/** Loads the Markdown view, which is large, in parallel with the note. */
export const readMarkdown = () => import('#ui/markdown/markdown.tsx')
const Markdown = lazy(readMarkdown)

/** Shows the summary and the user's own notes. */
export function NoteSummary({ note }: { readonly note: Note }) {
  const hasPrivateNotes = note.privateNotesMarkdown !== null || note.privateNotesText !== null
  return (
    <div className={css.view}>
      <section aria-label={copy.tabs.summary}>
        <Text markdown={note.summaryMarkdown} plain={note.summaryText} none={copy.summary.none} />
      </section>
      {hasPrivateNotes ? (
        <section className={css.section}>
          <h3 className={css.sectionTitle}>{copy.summary.private}</h3>
          <Text
            markdown={note.privateNotesMarkdown}
            plain={note.privateNotesText}
            none={copy.summary.privateEmpty}
          />
        </section>
      ) : null}
    </div>
  )
}

/** Shows Markdown, or plain text if there is no Markdown. */
function Text({
  markdown,
  plain,
  none,
}: {
  readonly markdown: string | null
  readonly plain: string | null
  readonly none: string
}) {
  if (markdown !== null && markdown.trim() !== '') {
    return (
      <Boundary of={markdown} fallback={() => <PlainText text={markdown} />}>
        <Suspense fallback={<Skeleton />}>
          <Markdown text={markdown} />
        </Suspense>
      </Boundary>
    )
  }
  if (plain === null || plain.trim() === '') return <p className={css.none}>{none}</p>
  return <PlainText text={plain} />
}
