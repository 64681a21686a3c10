import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { largeStoreBytes } from '#shared/deliveries/large-store.ts'
import type { StorageStatus } from '#shared/deliveries/storage-contract.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { cleanUp, stopCleaning, storageStatus } from '../deliveries/index.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { useSetting } from './use-setting.ts'

/** How long deliveries are kept, how much there is, and what the last clean-up did. */
export function StorageSection({ settings }: { readonly settings: Settings }) {
  const days = useSetting('keepDays')
  const size = useSetting('keepMegabytes')
  const { data: status, refetch } = useQuery(storageStatus(useApi()))
  const { keepDays, keepMegabytes } = settings
  // How many are due depends on what was just set.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new limit is asked about
  useEffect(() => void refetch(), [refetch, keepDays, keepMegabytes])
  const isLimited = keepDays > 0 || keepMegabytes > 0
  return (
    <Section
      title="What is kept"
      description="Received deliveries of every workspace are kept until you set a limit. Starred ones always are."
    >
      {status && !isLimited && status.usedBytes > largeStoreBytes ? (
        <Banner tone="info" title={`The store takes ${sizeWords(status.usedBytes)}.`}>
          Set how long or how much is kept, or delete what you do not need from the inspector’s list.
        </Banner>
      ) : null}
      <div className={css.pair}>
        <NumberField
          label="Keep deliveries for, in days"
          description="After they were last tried. 0 keeps them."
          value={keepDays}
          onChange={days.set}
          minValue={0}
          maxValue={3650}
          error={days.error}
        />
        <NumberField
          label="Keep at most, in MB"
          description="The oldest go first, never the newest 1,000. 0 is no limit; 100 the least."
          value={keepMegabytes}
          onChange={size.set}
          minValue={0}
          maxValue={1_000_000}
          check={(size) => (size > 0 && size < 100 ? 'From 100 to 1,000,000, or 0 for no limit.' : null)}
          error={size.error}
        />
      </div>
      {status ? <Kept status={status} isLimited={isLimited} /> : null}
    </Section>
  )
}

function Kept({ status, isLimited }: { readonly status: StorageStatus; readonly isLimited: boolean }) {
  const { usedBytes, spareBytes, deliveries, starred, oldestAt, due, ageWaits, held, last, nextAt } = status
  return (
    <>
      <div>
        <p>
          {`${number(deliveries)} deliver${deliveries === 1 ? 'y' : 'ies'}`}
          {starred > 0 ? `, ${number(starred)} starred` : ''}
          {oldestAt === null ? null : (
            <>
              , the oldest from <TimeText iso={oldestAt} />
            </>
          )}
          . The store takes {sizeWords(usedBytes)}.
        </p>
        {spareBytes > sparePart ? (
          <p className={css.detail}>
            Its file keeps {sizeWords(spareBytes)} more that deleted deliveries took. What arrives fills that
            first.
          </p>
        ) : null}
      </div>
      {ageWaits === null ? null : <Banner tone="warn">{ageWaits}</Banner>}
      {isLimited ? (
        <div>
          {due > 0 ? (
            <p>{`About ${number(due)} ${due === 1 ? 'is' : 'are'} older than ${due === 1 ? 'it' : 'they'} may be.`}</p>
          ) : null}
          <p className={css.detail}>
            {last ? (
              <>
                Last cleaned up <TimeText iso={last.at} />: {number(last.removed)} deleted.{' '}
                {last.problem && last.problem !== ageWaits ? `${last.problem} ` : ''}
              </>
            ) : null}
            {nextAt === null ? null : (
              <>
                Next clean-up <TimeText iso={nextAt} />.
              </>
            )}
          </p>
        </div>
      ) : null}
      {isLimited ? <CleanUp running={status.running} held={held} /> : null}
      <p className={css.detail}>
        The timeline counts what is kept. The ids of deleted events stay for eight days after they were last
        seen, so that a retry is known.
      </p>
    </>
  )
}

function CleanUp({ running, held }: Pick<StorageStatus, 'running' | 'held'>) {
  const api = useApi()
  const clean = useMutation(cleanUp(api, useQueryClient()))
  const stop = useMutation(stopCleaning(api))
  const [asked, setAsked] = useState(false)
  const start = (input: Parameters<typeof clean.mutate>[0]) => {
    setAsked(false)
    clean.mutate(input)
  }
  return (
    <>
      {clean.isError ? <ErrorBanner error={clean.error} /> : null}
      {held && !running ? <Held held={held} onGoOn={() => start({ nearlyAll: true })} /> : null}
      {running ? (
        <Delayed>
          <Progress label="Deleting old deliveries" />
          <p className={css.detail}>{`${number(running.removed)} deleted so far.`}</p>
        </Delayed>
      ) : null}
      <div className={css.actions}>
        {running ? (
          <Button
            onPress={() => {
              setAsked(true)
              stop.mutate()
            }}
            isDisabled={asked}
          >
            {asked ? 'Stopping…' : 'Stop'}
          </Button>
        ) : (
          <Button
            pending={clean.isPending}
            onPress={() => {
              // The second half of a double click would say *0 deleted* in place of what the first one did.
              if (Math.abs(Date.now() - clean.submittedAt) < doubleClickMs) return
              start({})
            }}
          >
            Clean up now
          </Button>
        )}
      </div>
    </>
  )
}

/** A limit that would take nearly everything: more often a slip than a wish. */
function Held({
  held: { by, going, of },
  onGoOn,
}: {
  readonly held: NonNullable<StorageStatus['held']>
  readonly onGoOn: () => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const limit = by === 'age' ? 'number of days' : 'number of MB'
  const what = `${number(going)} deliveries`
  return (
    <>
      <Banner
        tone="warn"
        title={`This ${limit} would delete about ${number(going)} of ${number(of)} deliveries at once.`}
        action={<Button onPress={() => setIsOpen(true)}>Delete them…</Button>}
      >
        None were deleted. Change the limit, or delete them if you meant it.
      </Banner>
      <ConfirmDialog
        title={`Delete about ${what}?`}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        confirmLabel={`Delete ${what}`}
        onConfirm={() => {
          setIsOpen(false)
          onGoOn()
        }}
      >
        <p>{`That is nearly everything that is kept, in every workspace. Starred deliveries stay. This cannot be undone.`}</p>
      </ConfirmDialog>
    </>
  )
}

const sparePart = 10_000_000
const doubleClickMs = 1000

const number = (value: number) => value.toLocaleString()

function sizeWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 1024
    ? `${megabytes.toLocaleString(undefined, { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`
    : `${(megabytes / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })} GB`
}
