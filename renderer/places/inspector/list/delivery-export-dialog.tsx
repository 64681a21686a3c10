import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { TruncatedText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { useCount } from '../../../host/use-count.ts'
import { deliveryCount } from '../../../nouns/deliveries/copy.ts'
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
  const count = useCount(ids === undefined ? filter : null, countDeliveries)

  // Leaves out later arrivals, so that the file has as many deliveries as the dialog shows.
  const upTo = count.state === 'counted' ? { newest: count.counted.newest } : {}

  const start = async (bom: boolean) => {
    const { jobId } = await api.call('exports.start-deliveries', {
      format,
      bom,
      title,
      filter: ids ? { ids: [...ids] } : { ...filter, ...upTo },
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
        {ids === undefined ? countText(count, format) : deliveryCount(ids.length)}
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
