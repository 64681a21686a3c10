import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import type { EndpointMissed, InterruptedCatchUp, MissedGap } from '#shared/missed/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { focusSoon } from '#ui/hooks/focus-soon.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { line } from '../../nouns/missed/copy.ts'
import css from '../../nouns/missed/missed.module.css'
import { MissedFacts } from '../../nouns/missed/missed-facts.tsx'
import { dismissInterrupted, missedNotes, notesOfPage, setMuted } from '../../nouns/missed/queries.ts'
import { MissedPill } from '../../nouns/missed/state-pill.tsx'
import { advice, page as copy, reasons, table } from './copy.ts'
import { nameOf } from './name-of.ts'
import { NotesTable } from './notes-table.tsx'

export type MissedForm = 'catch-up' | 'export'

const CatchUpDialog = lazy(() => import('./catch-up-dialog.tsx'))
const ExportNotes = lazy(() => import('./export-notes.tsx'))

/** Shows why the receiver of one endpoint is behind, the notes, and the actions for them. */
export function EndpointNotes({
  of,
  gap: gapKey,
  form,
  onCloseForm,
  interrupted,
}: {
  readonly of: EndpointMissed
  readonly gap: string | undefined
  readonly form: MissedForm | undefined
  readonly onCloseForm: () => void
  readonly interrupted: InterruptedCatchUp | undefined
}) {
  const api = useApi()
  const cache = useQueryClient()
  const { endpointId, gaps, muted } = of
  const mute = useMutation(setMuted(api, cache))
  const dismiss = useMutation(dismissInterrupted(api, cache))
  const [dialog, setDialog] = useState<'catch-up' | 'export' | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const gap = gaps.find(({ key }) => key === gapKey)
  const { behind } = gap ?? of
  const close = () => {
    setDialog(null)
    if (form) onCloseForm()
  }
  return (
    <div className={css.scroll}>
      <nav className={css.back}>
        <Link to="/missed" className={css.link}>
          {copy.all}
        </Link>
      </nav>
      <header className={css.header}>
        <div className={css.words}>
          <h2 ref={title} tabIndex={-1} className={css.title}>
            <VisibleText text={nameOf(of)} />
          </h2>
          <MissedPill of={of} />
          <p className={css.facts}>
            <MissedFacts of={of} />
          </p>
        </div>
        <div className={css.actions}>
          <Button
            size="small"
            variant="quiet"
            pending={mute.isPending}
            onPress={() => mute.mutate({ endpointId, muted: !muted })}
          >
            {muted ? copy.unmute : copy.mute}
          </Button>
          <Link to="/endpoints" search={{ endpoint: endpointId }} className={css.link}>
            {copy.endpoint}
          </Link>
          <Button size="small" isDisabled={gaps.length === 0} onPress={() => setDialog('export')}>
            {copy.export}
          </Button>
          <Button
            size="small"
            variant="primary"
            isDisabled={behind === 0}
            onPress={() => setDialog('catch-up')}
          >
            {copy.catchUp}
          </Button>
        </div>
      </header>
      {interrupted ? (
        <Banner
          tone="warn"
          action={
            <>
              <Button size="small" isDisabled={behind === 0} onPress={() => setDialog('catch-up')}>
                {copy.resume}
              </Button>
              <Button
                size="small"
                variant="quiet"
                pending={dismiss.isPending}
                onPress={() => dismiss.mutate(endpointId)}
              >
                {copy.dismiss}
              </Button>
            </>
          }
        >
          {copy.interrupted(interrupted.done, interrupted.total)}
        </Banner>
      ) : null}
      {gaps.length > 0 ? <GapList endpointId={endpointId} gaps={gaps} shown={gap?.key} /> : null}
      <Notes key={gap?.key} endpointId={endpointId} gap={gap} isKnown={of.isKnown} />
      <Suspense>
        {(form ?? dialog) === 'catch-up' ? (
          <CatchUpDialog
            endpointId={endpointId}
            gap={gap?.key}
            receiverId={interrupted?.receiverId}
            count={behind}
            onStarted={() => {
              close()
              // Moves the focus, because *Catch up* is disabled once nothing is behind.
              focusSoon(() => title.current)
            }}
            onClose={close}
          />
        ) : null}
        {(form ?? dialog) === 'export' ? (
          <ExportNotes endpointId={endpointId} gap={gap?.key} name={nameOf(of)} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  )
}

/** Links each reason to its notes. */
function GapList({
  endpointId,
  gaps,
  shown,
}: {
  readonly endpointId: string
  readonly gaps: readonly MissedGap[]
  readonly shown: string | undefined
}) {
  return (
    <nav className={css.gaps} aria-label={copy.gaps}>
      <Link
        to="/missed"
        search={{ endpoint: endpointId }}
        className={css.gap}
        aria-current={shown === undefined ? 'page' : undefined}
      >
        <span className={css.reason}>{copy.allNotes}</span>
        <span className={css.number}>{sum(gaps).toLocaleString()}</span>
      </Link>
      {gaps.map((gap) => (
        <Link
          key={gap.key}
          to="/missed"
          search={{ endpoint: endpointId, gap: gap.key }}
          className={css.gap}
          aria-current={gap.key === shown ? 'page' : undefined}
        >
          <span className={css.reason}>{reasons[gap.reason]}</span>
          {gap.from === null ? null : (
            <span className={css.when}>
              {gap.to === null ? `${line.since} ` : null}
              <TimeText iso={gap.from} show="short" />
              {gap.to === null ? null : (
                <>
                  {' – '}
                  <TimeText iso={gap.to} show="short" />
                </>
              )}
            </span>
          )}
          <span className={css.number}>{sum([gap]).toLocaleString()}</span>
        </Link>
      ))}
    </nav>
  )
}

const sum = (gaps: readonly MissedGap[]) =>
  gaps.reduce((total, { behind, pending, unknown }) => total + behind + pending + unknown, 0)

function Notes({
  endpointId,
  gap,
  isKnown,
}: {
  readonly endpointId: string
  readonly gap: MissedGap | undefined
  /** Whether it is certain that no note is missing if the list is empty. */
  readonly isKnown: boolean
}) {
  const [offset, setOffset] = useState(0)
  const top = useRef<HTMLElement>(null)
  const list = useQuery(missedNotes(useApi(), { endpointId, ...(gap ? { gap: gap.key } : {}), offset }))
  if (!list.data)
    return list.isError ? (
      <ErrorBanner error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    ) : (
      <Skeleton label={copy.loading} lines={6} />
    )
  const { notes, total } = list.data
  // Goes back to the last page if fewer notes are missing than before.
  if (offset > 0 && offset >= total) setOffset(Math.max(0, total - 1 - ((total - 1) % notesOfPage)))
  const show = (from: number) => {
    setOffset(from)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section ref={top} aria-label={table.label} className={css.notes}>
      {gap ? <p className={css.about}>{advice[gap.reason]}</p> : null}
      {notes.length > 0 ? <NotesTable notes={notes} /> : null}
      {notes.length === 0 && isKnown ? <p className={css.about}>{copy.none}</p> : null}
      {total > notesOfPage ? (
        <nav className={css.pages} aria-label={copy.pages}>
          <Button size="small" isDisabled={offset === 0} onPress={() => show(offset - notesOfPage)}>
            {copy.previous}
          </Button>
          <span role="status">{copy.range(offset + 1, offset + notes.length, total)}</span>
          <Button
            size="small"
            isDisabled={offset + notesOfPage >= total}
            onPress={() => show(offset + notesOfPage)}
          >
            {copy.next}
          </Button>
        </nav>
      ) : null}
    </section>
  )
}
