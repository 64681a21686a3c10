import { useQueryClient } from '@tanstack/react-query'
import type { MissedReason } from '#shared/missed/model.ts'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { addStartedExport } from '../../nouns/exports/queries.ts'
import { exporting as copy } from './copy.ts'

export default function ExportNotes({
  endpointId,
  reason,
  name,
  onClose,
}: {
  readonly endpointId: string
  readonly reason: MissedReason | undefined
  readonly name: string
  readonly onClose: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const start = async (bom: boolean) => {
    const filter = { endpointId, ...(reason === undefined ? {} : { reason }) }
    const { jobId } = await api.call('exports.start-missed', { bom, title: copy.file(name), filter })
    addStartedExport(cache, jobId)
    onClose()
  }
  return (
    <ExportDialog title={copy.title} isCsv about={copy.about} onExport={start} onClose={onClose}>
      {null}
    </ExportDialog>
  )
}
