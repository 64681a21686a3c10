import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { TruncatedText } from '#ui/text/truncated-text.tsx'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { addStartedExport } from '../../exports/index.ts'
import { deliveryCount } from '../copy.ts'
import css from '../detail/delivery-detail.module.css'
import type { DeliveryCount } from '../use-delivery-count.ts'
import { exportDialog as copy } from './copy.ts'
import { useLiveCount } from './use-live-count.ts'

/** Asks for the format and starts the export, a job that ends in a saved or downloaded file. */
export function DeliveryExportDialog({
  filter: shown,
  words: shownWords = '',
  ids,
  title,
  onClose,
}: {
  readonly filter: DeliveryFilter
  /** The filter as its chips say it. */
  readonly words?: string
  /** Only these. */
  readonly ids?: readonly number[]
  readonly title: string
  readonly onClose: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const [format, setFormat] = useState<DeliveryExportFormat>(copy.formats[0].value)
  // The filter when the dialog opened: it can change behind the dialog.
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

/** What the file will contain. Deliveries that could not be counted can still be exported. */
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
