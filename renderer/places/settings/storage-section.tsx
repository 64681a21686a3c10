import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { largeStoreBytes } from '#shared/deliveries/limits.ts'
import type { StorageStatus } from '#shared/deliveries/storage-contract.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { sizeWords } from '#ui/text/size-words.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { startCleanUp, stopCleanUp, storageStatus } from '../../nouns/deliveries/storage-queries.ts'
import { textStatus } from '../../nouns/notes/text-queries.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { OptionalNumber } from './setting.tsx'
import { useSetting } from './use-setting.ts'

/** Edits how long deliveries are kept, and shows their number and the last cleanup. */
export function StorageSection({ settings }: { readonly settings: Settings }) {
  const days = useSetting('keepDays')
  const size = useSetting('keepMegabytes')
  const { data: status, refetch } = useQuery(storageStatus(useApi()))
  const { keepDays, keepMegabytes } = settings
  // The number of deliveries due depends on the new limit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new limit is fetched
  useEffect(() => void refetch(), [refetch, keepDays, keepMegabytes])
  const isLimited = keepDays > 0 || keepMegabytes > 0
  return (
    <Section title={copy.sections.storage} description={copy.storage.description}>
      {status && !isLimited && status.usedBytes > largeStoreBytes ? (
        <Banner tone="info" title={copy.storage.large(formatSize(status.usedBytes))}>
          {copy.storage.largeText}
        </Banner>
      ) : null}
      <div>
        <OptionalNumber
          label={copy.storage.age}
          unit={copy.storage.days}
          description={copy.storage.ageDescription}
          choosing={copy.storage.choosing}
          none={copy.storage.noLimit}
          value={keepDays}
          onChange={days.set}
          minValue={1}
          maxValue={3650}
          error={days.error}
        />
        <OptionalNumber
          label={copy.storage.sizeLimit}
          unit={copy.storage.megabytes}
          description={copy.storage.sizeDescription}
          choosing={copy.storage.choosing}
          none={copy.storage.noLimit}
          value={keepMegabytes}
          onChange={size.set}
          minValue={100}
          maxValue={1_000_000}
          error={size.error}
        />
      </div>
      {status ? <StoreSummary status={status} isLimited={isLimited} /> : null}
      <NoteTextSize />
    </Section>
  )
}

/** Shows how much note text the open workspace keeps, because its settings are in another section. */
function NoteTextSize() {
  const { data: texts } = useQuery(textStatus(useApi()))
  if (!texts) return null
  return (
    <p>
      {copy.storage.noteText(texts.state === 'off' ? null : sizeWords(texts.bytes))}{' '}
      <Link to="/settings/$section" params={{ section: 'workspace' }}>
        {copy.storage.noteTextLink}
      </Link>
    </p>
  )
}

function StoreSummary({
  status,
  isLimited,
}: {
  readonly status: StorageStatus
  readonly isLimited: boolean
}) {
  const { usedBytes, spareBytes, deliveries, starred, oldestAt, due, ageWaits, held, last, nextAt } = status
  return (
    <>
      <div>
        <p>
          {copy.storage.deliveries(deliveries, starred)}
          {oldestAt === null ? null : (
            <>
              {copy.storage.oldest} <TimeText iso={oldestAt} />
            </>
          )}
          . {copy.storage.size(formatSize(usedBytes))}
        </p>
        {spareBytes > leastSpareBytes ? (
          <p className={css.detail}>{copy.storage.spare(formatSize(spareBytes))}</p>
        ) : null}
      </div>
      {ageWaits === null ? null : <Banner tone="warn">{ageWaits}</Banner>}
      {isLimited ? (
        <div>
          {due > 0 ? <p>{copy.storage.due(due)}</p> : null}
          <p className={css.detail}>
            {last ? (
              <>
                {copy.storage.lastCleanUp} <TimeText iso={last.at} />: {copy.storage.removed(last.removed)}{' '}
                {last.problem && last.problem !== ageWaits ? `${last.problem} ` : ''}
              </>
            ) : null}
            {nextAt === null ? null : (
              <>
                {copy.storage.nextCleanUp} <TimeText iso={nextAt} isDue />.
              </>
            )}
          </p>
        </div>
      ) : null}
      {isLimited ? <CleanUp running={status.running} held={held} /> : null}
      <p className={css.detail}>{copy.storage.ids}</p>
    </>
  )
}

function CleanUp({ running, held }: Pick<StorageStatus, 'running' | 'held'>) {
  const api = useApi()
  const clean = useMutation(startCleanUp(api, useQueryClient()))
  const stop = useMutation(stopCleanUp(api))
  const [isStopping, setStopping] = useState(false)
  const start = (input: Parameters<typeof clean.mutate>[0]) => {
    setStopping(false)
    clean.mutate(input)
  }
  return (
    <>
      {clean.isError ? <ErrorBanner error={clean.error} /> : null}
      {held && !running ? <HeldCleanUp held={held} onConfirm={() => start({ nearlyAll: true })} /> : null}
      {running ? (
        <Delayed>
          <Progress label={copy.storage.deleting} />
          <p className={css.detail}>{copy.storage.removedSoFar(running.removed)}</p>
        </Delayed>
      ) : null}
      <div className={stackCss.wrap}>
        {running ? (
          <Button
            onPress={() => {
              setStopping(true)
              stop.mutate()
            }}
            isDisabled={isStopping}
          >
            {isStopping ? copy.storage.stopping : copy.storage.stop}
          </Button>
        ) : (
          <Button
            pending={clean.isPending}
            onPress={() => {
              // The second click of a double click is ignored, because it would replace the first result with *0 deleted*.
              if (Math.abs(Date.now() - clean.submittedAt) < doubleClickMs) return
              start({})
            }}
          >
            {copy.storage.cleanUp}
          </Button>
        )}
      </div>
    </>
  )
}

/** Asks the user to confirm a clean-up that would delete nearly everything, because the limit is probably a mistake. */
function HeldCleanUp({
  held: { by, going, total },
  onConfirm,
}: {
  readonly held: NonNullable<StorageStatus['held']>
  readonly onConfirm: () => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Banner
        tone="warn"
        title={copy.storage.held.title(by, going, total)}
        action={<Button onPress={() => setIsOpen(true)}>{copy.storage.held.action}</Button>}
      >
        {copy.storage.held.text}
      </Banner>
      <ConfirmDialog
        title={copy.storage.held.question(going)}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        confirmLabel={copy.storage.held.confirm(going)}
        onConfirm={() => {
          setIsOpen(false)
          onConfirm()
        }}
      >
        <p>{copy.storage.held.warning}</p>
      </ConfirmDialog>
    </>
  )
}

const leastSpareBytes = 10_000_000
const doubleClickMs = 1000

function formatSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 1024
    ? `${megabytes.toLocaleString(undefined, { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`
    : `${(megabytes / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })} GB`
}
