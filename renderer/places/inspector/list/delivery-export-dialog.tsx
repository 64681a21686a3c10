import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { TruncatedText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { type DeliveryFilter, keys } from '../../../host/query-keys.ts'
import { deliveryCount } from '../../../nouns/deliveries/copy.ts'
import { deliveryTotal } from '../../../nouns/deliveries/queries.ts'
import { addStartedExport } from '../../../nouns/exports/queries.ts'
import { exportDialog as copy } from './copy.ts'
import { countDeliveries, type DeliveryCount } from './remove/queries.ts'

/** Asks for the format and starts an export job, after which the file is saved or downloaded. */
export function DeliveryExportDialog({
  filter: shown,
  words: shownWords = '',
  ids,
  title,
  onClose,
}: {
  readonly filter: DeliveryFilter
  readonly words?: string
  readonly ids?: readonly number[]
  readonly title: string
  readonly onClose: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const [format, setFormat] = useState<DeliveryExportFormat>(copy.formats[0].value)
  // Uses the filter from when the dialog opened, because the filter can change behind the dialog.
  const [{ filter, words }] = useState({ filter: shown, words: shownWords })
  const matching = useLiveCount(ids === undefined ? filter : null)

  const start = async (bom: boolean) => {
    const { jobId } = await api.call('exports.start-deliveries', {
      format,
      bom,
      title,
      filter: ids === undefined ? filter : { ids: [...ids] },
    })
    addStartedExport(cache, jobId)
    onClose()
  }

  return (
    <ExportDialog
      title={copy.title}
      isCsv={format === 'csv'}
      about={copy.about}
      onExport={start}
      onClose={onClose}
    >
      <p className={textCss.note}>
        {ids === undefined ? countText(matching, format) : deliveryCount(ids.length)}
      </p>
      {words === '' ? null : (
        <p className={textCss.note}>
          {copy.filter} <TruncatedText text={words} />
        </p>
      )}
      <RadioGroup
        label={copy.format}
        value={format}
        onChange={(value) => setFormat(value as DeliveryExportFormat)}
      >
        {copy.formats.map(({ value, name, description }) => (
          <Radio key={value} value={value} description={description}>
            {name}
          </Radio>
        ))}
      </RadioGroup>
    </ExportDialog>
  )
}

/** Describes what the file will contain. The export is possible even if counting failed. */
function countText(count: DeliveryCount, format: DeliveryExportFormat): string {
  switch (count.state) {
    case 'counting':
      return copy.counting(count.soFar)
    case 'failed':
      return copy.notCounted
    case 'counted':
      return copy.counted(count.counted.matching, format)
  }
}

/**
 * Returns the exact number of matching deliveries, and updates it after arrivals and deletions. With `null`, nothing is counted.
 */
function useLiveCount(filter: DeliveryFilter | null): DeliveryCount {
  const api = useApi()
  const enabled = filter !== null
  const [soFar, setSoFar] = useState(0)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.deliveries.liveCount(filter ?? {}),
    async queryFn({ signal }) {
      const begunAt = Date.now()
      const counted = await countDeliveries(api, filter ?? {}, signal, setSoFar)
      if (counted === null) throw signal.reason
      return { begunAt, counted }
    },
    enabled,
    gcTime: 0,
  })
  // Counts again whenever the total changes. The total itself is refreshed at a rate that the host can sustain.
  const { dataUpdatedAt: changedAt } = useQuery({ ...deliveryTotal(api), enabled })
  const isOld = data !== undefined && data.begunAt < changedAt
  useEffect(() => {
    // Waits for the running count to finish, because restarted counts would never finish while many deliveries arrive.
    if (isOld && !isFetching && error === null) void refetch()
  }, [isOld, isFetching, error, refetch])

  if (data !== undefined) return { state: 'counted', counted: data.counted }
  return error === null ? { state: 'counting', soFar } : { state: 'failed', error }
}
