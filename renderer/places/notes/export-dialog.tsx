import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { ExportFormat, NoteFiles } from '#shared/exports/contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useRemembered } from '#ui/hooks/use-remembered.ts'
import { ExportDialog } from '#ui/overlays/export-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { addNotes, addStartedExport } from '../../nouns/exports/queries.ts'
import { copy } from './copy.ts'

export interface ExportOffer {
  readonly title: string
  readonly picked: readonly NoteListItem[]
  readonly loaded: readonly NoteListItem[]
  /** The whole list, which the host would have to load. `null` if it is already loaded. */
  readonly whole: {
    readonly source: InputOf<'exports.start'>['source']
    readonly label: string
    readonly description: string
    /** `null` if the number is unknown before the list is loaded. */
    readonly total: number | null
  } | null
}

type What = 'picked' | 'loaded' | 'whole'

const allFormats = ['files', 'csv', 'json', 'markdown'] as const satisfies readonly (ExportFormat | 'files')[]

/** Asks which notes to export and in which format, and starts an export job, after which the file is saved or downloaded. */
export default function NoteExportDialog({
  offer,
  onClose,
}: {
  readonly offer: ExportOffer
  readonly onClose: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const { title, picked, loaded, whole } = offer
  const [what, setWhat] = useState<What>(picked.length > 0 ? 'picked' : whole ? 'whole' : 'loaded')
  const [format, setFormat] = useRemembered<(typeof allFormats)[number]>(
    'note-export-format',
    allFormats,
    'files',
  )
  const [transcripts, setTranscripts] = useState<NoteFiles['transcripts']>('none')
  const notes = what === 'picked' ? picked : what === 'loaded' ? loaded : null

  const start = async (bom: boolean) => {
    const source = notes === null ? whole?.source : { from: 'page' as const, total: notes.length }
    if (source === undefined) return
    const name = what === 'picked' ? copy.export.selectionTitle(title) : title
    const { jobId } =
      format === 'files'
        ? await api.call('exports.start-files', { layout: 'folders', transcripts, title: name, source })
        : await api.call('exports.start', { format, bom, title: name, source })
    addStartedExport(cache, jobId)
    onClose()
    if (notes) await addNotes(api, jobId, notes).catch(showFailure)
  }

  return (
    <ExportDialog
      title={copy.export.title(title)}
      isCsv={format === 'csv'}
      about={
        format === 'files'
          ? copy.export.aboutFiles(notes ? notes.length : (whole?.total ?? null), transcripts)
          : copy.export.about
      }
      onExport={start}
      onClose={onClose}
    >
      <RadioGroup label={copy.export.what} value={what} onChange={(value) => setWhat(value as What)}>
        {picked.length > 0 ? <Radio value="picked">{copy.export.selected(picked.length)}</Radio> : null}
        {loaded.length > 0 ? (
          <Radio value="loaded" description={copy.export.loadedDescription}>
            {copy.export.loaded(loaded.length, whole !== null)}
          </Radio>
        ) : null}
        {whole ? (
          <Radio value="whole" description={whole.description}>
            {whole.label}
          </Radio>
        ) : null}
      </RadioGroup>
      <RadioGroup
        label={copy.export.format}
        look="segments"
        value={format}
        onChange={(value) => setFormat(value as typeof format)}
        description={copy.export.formats[format]}
      >
        <Radio value="files">Markdown files</Radio>
        <Radio value="csv">CSV</Radio>
        <Radio value="json">JSON</Radio>
        <Radio value="markdown">Markdown table</Radio>
      </RadioGroup>
      {format === 'files' ? (
        <RadioGroup
          label={copy.export.transcripts}
          look="segments"
          value={transcripts}
          onChange={(value) => setTranscripts(value as typeof transcripts)}
        >
          <Radio value="none">{copy.export.noTranscripts}</Radio>
          <Radio value="section">{copy.export.inNotes}</Radio>
          <Radio value="files">{copy.export.asFiles}</Radio>
        </RadioGroup>
      ) : null}
    </ExportDialog>
  )
}

const showFailure = (thrown: unknown) =>
  toast({ tone: 'danger', title: copy.export.failed, description: asAppError(thrown).message })
