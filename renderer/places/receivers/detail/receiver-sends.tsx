import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import type { Replay } from '#shared/receivers/replay.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { LogEmpty } from '#ui/collections/log-table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../../host/client.ts'
import { replayList, sendList } from '../../../nouns/receivers/queries.ts'
import { replay as copy, unsignedWords } from '../../../nouns/receivers/replay/copy.ts'
import { ReplayDialog } from '../../../nouns/receivers/replay/replay-dialog.tsx'
import { modes, sends as sendsCopy } from '../../../nouns/receivers/sends/copy.ts'
import { SendsTable } from '../../../nouns/receivers/sends/sends-table.tsx'
import { ExportSends } from '../replay/export-sends.tsx'
import css from './receiver-detail.module.css'

/** Lists all sends to a receiver, or those of one replay with its results. */
export function ReceiverSends({
  receiver,
  job,
  open,
  onOpen,
  onAll,
}: {
  readonly receiver: Receiver
  /** Job id of a replay. */
  readonly job: string | undefined
  readonly open: number | undefined
  readonly onOpen: (send: number | undefined) => void
  readonly onAll: () => void
}) {
  const api = useApi()
  const { data: replays = [] } = useQuery(replayList(api))
  const [isExporting, setExporting] = useState(false)
  const [failedIds, setFailedIds] = useState<number[] | null>(null)
  const collect = useMutation({
    meta: { failed: copy.notCounted },
    mutationFn: (jobId: string) => failedDeliveries(api, jobId),
    onSuccess: setFailedIds,
  })
  const [failedOnly, setFailedOnly] = useState(false)
  const all = job === undefined ? { receiverId: receiver.id } : { jobId: job }
  const filter = failedOnly ? { ...all, failed: true } : all
  const { data } = useInfiniteQuery(sendList(api, filter))
  const loaded = data?.pages.flatMap((page) => page.sends) ?? []
  const replayed = replays.find(({ jobId }) => jobId === job)
  const hasFailed = loaded.some(({ status }) => !isPass(status))
  return (
    <>
      <div className={css.bar}>
        {job === undefined ? null : replayed ? (
          <Results replay={replayed} />
        ) : (
          <span className={textCss.muted}>{copy.only}</span>
        )}
        <span className={stackCss.grow} />
        {loaded.length > 0 || failedOnly ? (
          <Checkbox isSelected={failedOnly} onChange={setFailedOnly}>
            {sendsCopy.failedOnly}
          </Checkbox>
        ) : null}
        {job === undefined ? null : (
          <Button size="small" variant="quiet" onPress={onAll}>
            {copy.allSends}
          </Button>
        )}
        {job !== undefined &&
        (hasFailed || (replayed?.counts.failed ?? 0) + (replayed?.counts.unsigned ?? 0) > 0) ? (
          <Button size="small" pending={collect.isPending} onPress={() => collect.mutate(job)}>
            {copy.failed}
          </Button>
        ) : null}
        {loaded.length > 0 ? (
          <Button size="small" icon={<Download size={13} aria-hidden />} onPress={() => setExporting(true)}>
            {copy.export}
          </Button>
        ) : null}
      </div>
      <SendsTable
        key={`${job} ${failedOnly}`}
        filter={filter}
        about="note"
        open={open}
        onOpen={onOpen}
        none={
          failedOnly ? (
            <LogEmpty title={sendsCopy.noneFailed} text={sendsCopy.noneFailedText} />
          ) : (
            <LogEmpty
              title={sendsCopy.none}
              text={receiver.live ? sendsCopy.noneWhileLive : sendsCopy.noneText}
            />
          )
        }
      />
      {isExporting ? (
        <ExportSends filter={filter} title={receiver.name} onClose={() => setExporting(false)} />
      ) : null}
      {failedIds === null || failedIds.length === 0 ? null : (
        <ReplayDialog
          of={{ filter: { ids: failedIds } }}
          receiverId={receiver.id}
          onClose={() => setFailedIds(null)}
        />
      )}
    </>
  )
}

/** Returns the deliveries of a replay whose sends failed, from all pages. */
async function failedDeliveries(api: Client, jobId: string): Promise<number[]> {
  const failed = new Set<number>()
  for (let before: number | undefined, hasMore = true; hasMore; ) {
    const read: OutputOf<'receivers.sends'> = await api.call('receivers.sends', {
      jobId,
      limit: 200,
      ...(before === undefined ? {} : { before }),
    })
    for (const { deliveryId, status } of read.sends)
      if (deliveryId !== null && !isPass(status)) failed.add(deliveryId)
    before = read.sends.at(-1)?.id
    hasMore = read.hasMore && before !== undefined && failed.size < mostIds
  }
  return [...failed].slice(0, mostIds)
}

/** Maximum number of ids in a replay. */
const mostIds = 10_000

const isPass = (status: number | null) => status !== null && status >= 200 && status < 300

/** Shows a replay's counts. Counts that need attention come first. */
function Results({ replay: { counts, total: of, mode } }: { readonly replay: Replay }) {
  const { regressed, stillFailing, fixed, stillPassing, gone, unsigned, failed, passed } = counts
  return (
    <span className={css.results} role="status">
      <b>{copy.count(counts, of)}</b>
      <span className={textCss.muted}>{modes[mode]}</span>
      {regressed > 0 ? <span data-tone="danger">{copy.regressed(regressed)}</span> : null}
      {stillFailing > 0 ? <span data-tone="danger">{copy.stillFailing(stillFailing)}</span> : null}
      {fixed > 0 ? <span data-tone="ok">{copy.fixed(fixed)}</span> : null}
      {stillPassing > 0 ? <span>{copy.stillPassing(stillPassing)}</span> : null}
      {/* The first sends have no verdict. */}
      {passed > fixed + stillPassing ? <span>{copy.passed(passed - fixed - stillPassing)}</span> : null}
      {failed > regressed + stillFailing ? (
        <span data-tone="danger">{copy.failedCount(failed - regressed - stillFailing)}</span>
      ) : null}
      {unsigned > 0 ? <span data-tone="danger">{unsignedWords(unsigned)}</span> : null}
      {gone > 0 ? <span className={textCss.muted}>{copy.gone(gone)}</span> : null}
    </span>
  )
}
