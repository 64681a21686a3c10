import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BellOff, BellRing, FileDown, ListRestart, Webhook } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { EndpointMissed, InterruptedCatchUp, MissedGap, MissedNote } from '#shared/missed/model.ts'
import { KeyHint } from '#ui/collections/key-hint.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { focusSoon } from '#ui/hooks/focus.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { Detail } from '#ui/layout/detail.tsx'
import { usePageKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { StatusDot } from '#ui/status/status-pill.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { receiverParts } from '../../nouns/endpoints/endpoint-names.ts'
import { dismissInterrupted, missedNotes, notesOfPage, setMuted } from '../../nouns/missed/queries.ts'
import { advice, page as copy, table } from './copy.ts'
import { dotOf } from './endpoint-row.tsx'
import css from './missed.module.css'
import type { MissedSearch } from './missed-search.ts'
import { nameOf } from './name-of.ts'
import { NotesTable } from './notes-table.tsx'
import { missedIn, OutageLanes } from './outage-lanes.tsx'

const CatchUpDialog = lazy(() => import('./catch-up-dialog.tsx'))
const ExportNotes = lazy(() => import('./export-notes.tsx'))

interface EndpointNotesProps {
  readonly of: EndpointMissed
  readonly search: MissedSearch
  readonly onSearch: (change: MissedSearch) => void
  readonly onClose: () => void
  readonly alone: boolean
  readonly interrupted: InterruptedCatchUp | undefined
}

/** Shows an endpoint's outages, the notes whose events it missed, and the actions for them. */
export function EndpointNotes({ of, search, onSearch, onClose, alone, interrupted }: EndpointNotesProps) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { endpointId, gaps, muted } = of
  const nothingMissed = copy.nothingMissed(of.caughtUp)
  const { reason, form } = search
  const hasMissed = gaps.some((gap) => missedIn(gap) > 0)
  const mute = useMutation(setMuted(api, cache))
  const dismiss = useMutation(dismissInterrupted(api, cache))
  const title = useRef<HTMLHeadingElement>(null)
  // An open dialog stays open when nothing is missed any more, and says why.
  const isCatchingUp = useRef(false)
  const chosen = reason ? gaps.filter((gap) => gap.reason === reason) : gaps
  const sumOf = (count: (gap: MissedGap) => number) => chosen.reduce((sum, gap) => sum + count(gap), 0)
  const behind = reason ? sumOf((gap) => gap.behind) : of.behind
  isCatchingUp.current = form === 'catch-up' && (behind > 0 || isCatchingUp.current)
  const isRead = chosen.every((gap) => gap.isRead)
  const isDisabled = gaps.some((gap) => gap.reason === 'disabled' && gap.to === null)
  const superseded = sumOf((gap) => gap.superseded)
  const outOf = superseded + sumOf((gap) => missedIn(gap) + gap.caughtUp)
  const changes = superseded > 0 ? [copy.superseded(superseded, outOf)] : []
  const catchUp = copy.catchUp(isRead ? behind : 0)
  const { host, path } = receiverParts({ url: of.url, urlRedacted: false })
  const show = (form: MissedSearch['form']) => onSearch({ ...search, form })
  const close = () => onSearch({ ...search, form: undefined })
  usePageKeys([
    [
      {
        id: 'missed.catch-up',
        label: catchUp,
        icon: ListRestart,
        keys: 'U',
        ...(behind === 0 ? { disabled: nothingMissed } : {}),
        run: () => show('catch-up'),
      },
    ],
  ])
  const Title = alone ? 'h1' : 'h2'
  return (
    <Detail
      id="missed-endpoint"
      label={copy.label}
      onClose={alone ? onClose : undefined}
      alone={alone}
      itemKey={endpointId}
      foot={
        behind === 0 ? (
          false
        ) : (
          <span aria-hidden>
            <KeyHint name="U">{copy.catchUpKey}</KeyHint>
          </span>
        )
      }
      bar={
        <>
          <StatusDot look={dotOf(of)} />
          <Title ref={title} tabIndex={-1} className={css.title}>
            <VisibleText text={nameOf(of)} />
          </Title>
          {of.label === null ? null : (
            <code className={css.url}>
              <VisibleText text={`${host}${path}`} />
            </code>
          )}
          <span className={css.actions}>
            <Button variant="quiet" isDisabled={!hasMissed} onPress={() => show('export')}>
              {copy.export}
            </Button>
            <Button
              variant={isDisabled ? 'secondary' : 'primary'}
              isDisabled={behind === 0}
              onPress={() => show('catch-up')}
            >
              {catchUp}
            </Button>
            <MoreMenu label={copy.more}>
              <ActionItems
                groups={[
                  [
                    {
                      id: 'missed.endpoint',
                      label: copy.endpoint,
                      icon: Webhook,
                      run: () => void navigate({ to: '/endpoints', search: { endpoint: endpointId } }),
                    },
                    {
                      id: 'missed.export',
                      label: copy.export,
                      icon: FileDown,
                      ...(!hasMissed ? { disabled: nothingMissed } : {}),
                      run: () => show('export'),
                    },
                  ],
                  [
                    {
                      id: 'missed.mute',
                      label: muted ? copy.unmute : copy.mute,
                      icon: muted ? BellRing : BellOff,
                      run: () => mute.mutate({ endpointId, muted: !muted }),
                    },
                  ],
                ]}
              />
            </MoreMenu>
          </span>
        </>
      }
    >
      {interrupted ? (
        <div className={css.banner}>
          <Banner
            tone="warn"
            action={
              <>
                <Button size="small" isDisabled={behind === 0} onPress={() => show('catch-up')}>
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
        </div>
      ) : null}
      {gaps.length > 0 ? (
        <OutageLanes endpointId={endpointId} gaps={gaps} isChecking={of.isChecking} selected={reason} />
      ) : null}
      <Notes
        key={reason}
        endpointId={endpointId}
        reason={reason}
        state={search.state}
        onState={(state) => onSearch({ ...search, state })}
        isKnown={of.isKnown}
        isChecking={of.isChecking}
        changes={changes}
      />
      <Suspense>
        {isCatchingUp.current ? (
          <CatchUpDialog
            endpointId={endpointId}
            name={nameOf(of)}
            reason={reason}
            receiverId={interrupted?.receiverId}
            count={behind}
            about={[
              ...(behind === 0 && changes.length === 0 ? [nothingMissed] : changes),
              ...(isDisabled ? [copy.stillDisabled] : []),
              ...(isRead ? [] : [copy.unread]),
            ]}
            onStarted={() => {
              close()
              // The focus moves to the title, because *Catch up* is disabled once nothing is missed.
              focusSoon(() => title.current)
            }}
            onClose={close}
          />
        ) : null}
        {form === 'export' ? (
          <ExportNotes endpointId={endpointId} reason={reason} name={nameOf(of)} onClose={close} />
        ) : null}
      </Suspense>
    </Detail>
  )
}

const stateIds = [
  'behind',
  'unknown',
  'pending',
  'caught-up',
] as const satisfies readonly MissedNote['state'][]

function Notes({
  endpointId,
  reason,
  state,
  onState,
  isKnown,
  isChecking,
  changes,
}: {
  readonly endpointId: string
  readonly reason: MissedGap['reason'] | undefined
  readonly state: MissedNote['state'] | undefined
  readonly onState: (state: MissedNote['state'] | undefined) => void
  /** Whether missed events can be determined. If so, an empty list means that none were missed. */
  readonly isKnown: boolean
  readonly isChecking: boolean
  /** Says how many missed notes got a newer event since. */
  readonly changes: readonly string[]
}) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed, 150)
  const [offset, setOffset] = useState(0)
  const top = useRef<HTMLElement>(null)
  const list = useQuery(
    missedNotes(useApi(), {
      endpointId,
      ...(reason ? { reason } : {}),
      ...(state ? { state } : {}),
      ...(q.trim() ? { q } : {}),
      offset,
    }),
  )
  if (!list.data) return <QueryPlaceholder query={list} label={copy.loading} lines={6} />
  const { notes, total, counts } = list.data
  const all = stateIds.reduce((sum, id) => sum + counts[id], 0)
  // Goes back to the last page when the list gets shorter.
  if (offset > 0 && offset >= total) setOffset(Math.max(0, total - 1 - ((total - 1) % notesOfPage)))
  const show = (from: number) => {
    setOffset(from)
    top.current?.scrollIntoView({ block: 'start' })
  }
  const view = (id: MissedNote['state'] | undefined, label: string, count: number) => (
    <ToggleButton
      key={label}
      className={css.view ?? ''}
      isSelected={state === id}
      onChange={() => onState(id)}
    >
      {label} <span>{count.toLocaleString()}</span>
    </ToggleButton>
  )
  const isEmpty = all === 0 && q.trim() === ''
  return (
    <section ref={top} aria-label={table.label} className={css.notes}>
      {reason ? <p className={css.about}>{advice[reason]}</p> : null}
      {changes.map((sentence) => (
        <p key={sentence} className={css.about}>
          {sentence}
        </p>
      ))}
      {isEmpty ? null : (
        <div className={css.filter}>
          {view(undefined, copy.allNotes, all)}
          {stateIds.map((id) => view(id, table.states[id], counts[id]))}
          <SearchField
            isMain
            label={copy.filter}
            className={css.search}
            maxLength={256}
            value={typed}
            onChange={(text) => {
              setTyped(text)
              setOffset(0)
            }}
          />
        </div>
      )}
      {notes.length > 0 ? (
        <>
          <NotesTable notes={notes} endpointId={endpointId} />
          <p className={css.about}>{copy.counting}</p>
        </>
      ) : null}
      {notes.length > 0 ? null : isEmpty ? (
        <p className={css.none}>{isKnown ? copy.none : isChecking ? copy.checking : copy.notKnown}</p>
      ) : (
        <p className={css.none}>{copy.noMatch}</p>
      )}
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
