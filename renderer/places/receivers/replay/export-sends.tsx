import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SendExportFormat } from '#shared/exports/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import type { SendFilter } from '../../../host/query-keys.ts'
import { addStartedExport } from '../../../nouns/exports/queries.ts'
import { replay as copy } from '../../../nouns/receivers/replay/copy.ts'

/** Asks for the format and starts an export job, which ends in a saved or downloaded file. */
export function ExportSends({
  filter,
  title,
  onClose,
}: {
  readonly filter: Omit<SendFilter, 'deliveryId'>
  readonly title: string
  readonly onClose: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const [format, setFormat] = useState<SendExportFormat>('csv')
  const start = async (bom: boolean) => {
    const started = await api.call('exports.start-sends', {
      format,
      bom,
      title,
      filter,
    })
    addStartedExport(cache, started.jobId)
    onClose()
  }
  return (
    <ExportDialog
      title={copy.exportTitle}
      isCsv={format === 'csv'}
      about={copy.exportAbout}
      onExport={start}
      onClose={onClose}
    >
      <RadioGroup
        label={copy.exportFormat}
        value={format}
        onChange={(value) => setFormat(value as SendExportFormat)}
      >
        <Radio value="csv" description={copy.formatTexts.csv}>
          {copy.formats.csv}
        </Radio>
        <Radio value="ndjson" description={copy.formatTexts.ndjson}>
          {copy.formats.ndjson}
        </Radio>
      </RadioGroup>
    </ExportDialog>
  )
}
