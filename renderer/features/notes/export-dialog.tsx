import { useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { ExportFormat } from '#shared/exports/contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { addNotes } from '../exports/index.ts'
import { count } from './list/list-warnings.ts'

export interface ExportOffer {
  /** What the list is called. */
  readonly title: string
  readonly picked: readonly NoteListItem[]
  /** What is on the screen, as it is filtered and sorted there. */
  readonly loaded: readonly NoteListItem[]
  /** The list to its end, read by the host; `null` where all of it is loaded. */
  readonly whole: {
    readonly source: InputOf<'exports.start'>['source']
    readonly words: string
    readonly description: string
  } | null
}

type What = 'picked' | 'loaded' | 'whole'

/** Asks what to export and how. The writing itself goes on behind this dialog, in the strip of the list. */
export default function NoteExportDialog({
  offer,
  onClose,
}: {
  readonly offer: ExportOffer
  readonly onClose: () => void
}) {
  const api = useApi()
  const { title, picked, loaded, whole } = offer
  const [what, setWhat] = useState<What>(picked.length > 0 ? 'picked' : whole ? 'whole' : 'loaded')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const notes = what === 'picked' ? picked : what === 'loaded' ? loaded : null

  const begin = async (bom: boolean) => {
    const source = notes === null ? whole?.source : { from: 'page' as const, of: notes.length }
    if (source === undefined) return
    const name = what === 'picked' ? `${title}, selection` : title
    const status = await api.call('exports.start', { format, bom, title: name, source })
    onClose()
    if (notes) await addNotes(api, status, notes).catch(tellFailure)
  }

  return (
    <ExportDialog
      title="Export notes"
      isCsv={format === 'csv'}
      about="Ids, titles, owners, folders as far as they are known here, times and the number of events received. Nothing of what is in the notes."
      onExport={begin}
      onClose={onClose}
    >
      <RadioGroup label="What" value={what} onChange={(value) => setWhat(value as What)}>
        {picked.length > 0 ? (
          <Radio value="picked">The selection: {count(picked.length, 'note')}</Radio>
        ) : null}
        {loaded.length > 0 ? (
          <Radio value="loaded" description="As the list is filtered and sorted now.">
            {whole ? 'What is loaded' : 'The whole list'}: {count(loaded.length, 'note')}
          </Radio>
        ) : null}
        {whole ? (
          <Radio value="whole" description={whole.description}>
            {whole.words}
          </Radio>
        ) : null}
      </RadioGroup>
      <RadioGroup
        label="Format"
        look="segments"
        value={format}
        onChange={(value) => setFormat(value as ExportFormat)}
        description={formatWords[format]}
      >
        <Radio value="csv">CSV</Radio>
        <Radio value="json">JSON</Radio>
        <Radio value="markdown">Markdown</Radio>
      </RadioGroup>
    </ExportDialog>
  )
}

const tellFailure = (thrown: unknown) =>
  toast({ tone: 'danger', title: 'The export broke off', description: asAppError(thrown).message })

const formatWords: Readonly<Record<ExportFormat, string>> = {
  csv: 'A table for spreadsheets. Cells that a spreadsheet would take for a formula begin with an apostrophe.',
  json: 'For programs, under the names of the service.',
  markdown: 'A table for a document or a ticket.',
}
