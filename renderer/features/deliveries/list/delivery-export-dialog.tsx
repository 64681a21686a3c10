import { useState } from 'react'
import { sessionLimits } from '#shared/deliveries/session-file.ts'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import css from '../detail/delivery-detail.module.css'
import { type DeliveryCount, useDeliveryCount } from '../use-delivery-count.ts'

/** Asks for the format. The writing goes on behind this dialog, in the strip at the foot of every page. */
export function DeliveryExportDialog({
  filter: shown,
  title,
  onClose,
}: {
  readonly filter: DeliveryFilter
  readonly title: string
  readonly onClose: () => void
}) {
  const api = useApi()
  const [format, setFormat] = useState<DeliveryExportFormat>('session')
  // As it was when this was asked: behind the dialog it may become another.
  const [filter] = useState(shown)
  const count = useDeliveryCount(filter)

  const begin = async (bom: boolean) => {
    await api.call('exports.start-deliveries', { format, bom, title, filter })
    onClose()
  }

  return (
    <ExportDialog
      title="Export deliveries"
      isCsv={format === 'csv'}
      about="Bodies, headers and answers as they were. No signing secret is in it, and what looks like a key is taken out of the headers. The signatures stay: they hold for a few minutes only."
      onExport={begin}
      onClose={onClose}
    >
      <p className={css.quiet}>{describeCount(count, format)}</p>
      <RadioGroup
        label={`Format of “${title}”`}
        value={format}
        onChange={(value) => setFormat(value as DeliveryExportFormat)}
      >
        <Radio
          value="session"
          description={`Whole deliveries with their verdicts. Another Notehook opens it: the newest ${sessionLimits.deliveries.toLocaleString()}, or ${sessionLimits.bytes / 1024 / 1024} MB.`}
        >
          Session
        </Radio>
        <Radio value="ndjson" description="The same for programs, a line each, with bodies as text too.">
          NDJSON
        </Radio>
        <Radio value="har" description="An HTTP Archive 1.2 for browsers’ developer tools and proxies.">
          HAR
        </Radio>
        <Radio
          value="csv"
          description="A table for spreadsheets. Cells that look like a formula begin with an apostrophe."
        >
          CSV
        </Radio>
      </RadioGroup>
    </ExportDialog>
  )
}

/** What will be in the file. That it could not be counted does not keep anybody from exporting. */
function describeCount(count: DeliveryCount, format: DeliveryExportFormat): string {
  switch (count.state) {
    case 'counting':
      return `Counting: ${count.soFar.toLocaleString()} deliveries so far.`
    case 'failed':
      return 'How many deliveries these are could not be counted.'
    case 'counted': {
      const { matching } = count.counted
      const all = `${matching.toLocaleString()} deliver${matching === 1 ? 'y' : 'ies'}`
      const most = sessionLimits.deliveries
      return format === 'session' && matching > most
        ? `The newest ${most.toLocaleString()} of ${all}, if they fit.`
        : `${all} as of now, to the oldest that is kept.`
    }
  }
}
