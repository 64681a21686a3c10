import { useQuery } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useState } from 'react'
import type { ExportStatus } from '#shared/exports/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { exportStatus, readExport } from '../exports/index.ts'
import css from './export-strip.module.css'

/** The export under way, or the one that waits to be saved, on every page. Nothing while there is none. */
export function ExportStrip() {
  const api = useApi()
  const { data: status } = useQuery(exportStatus(api))
  if (!status || status.state === 'none') return null
  const discard = () => void api.call('exports.discard', { id: status.id }).catch(() => {})
  if (status.state === 'failed') {
    return (
      <div className={css.strip} role="alert">
        <span className={css.words}>The export failed. {status.message}</span>
        <IconButton label="Put away" onPress={discard}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
    )
  }
  if (status.state === 'ready') return <Ready key={status.id} status={status} onDiscard={discard} />
  const { what, rows, of } = status
  return (
    <div className={css.strip} role="status">
      <span className={css.words}>
        {of === null
          ? `Exporting: ${count(rows, what)}`
          : `Exporting: ${rows.toLocaleString()} of ${count(of, what)}`}
      </span>
      <span className={css.bar}>
        <Progress label="Exporting" {...(of ? { value: (100 * rows) / of } : {})} />
      </span>
      <Button size="small" onPress={discard}>
        Cancel
      </Button>
    </div>
  )
}

function Ready({
  status,
  onDiscard,
}: {
  readonly status: Extract<ExportStatus, { state: 'ready' }>
  readonly onDiscard: () => void
}) {
  const api = useApi()
  const { data: app } = useQuery(appInfo(api))
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const isDesktop = app?.host === 'desktop'
  const { id, name, what, rows, bytes, incomplete } = status

  const save = async () => {
    setSaving(true)
    setError(null)
    try {
      if (isDesktop) {
        if (!(await api.call('exports.save', { id }))) return
      } else {
        keep(await readExport(api, id), name)
      }
      toast({ title: isDesktop ? 'Saved' : 'Handed to the browser', description: name })
      if (isDesktop) onDiscard()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      {error === null ? null : <ErrorBanner error={error} />}
      <div className={css.strip} data-tone={incomplete === null ? 'ok' : 'warn'} role="status">
        <span className={css.words}>
          {incomplete === null ? null : <b>Incomplete: {incomplete} </b>}
          {name}: {count(rows, what)}, {sizeWords(bytes)}
        </span>
        <Button
          size="small"
          variant="primary"
          icon={<Download size={13} aria-hidden />}
          pending={isSaving}
          onPress={() => void save()}
        >
          {isDesktop ? 'Save…' : 'Download'}
        </Button>
        <IconButton label="Put the export away" onPress={onDiscard}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
    </>
  )
}

/** Hands a file to the browser, which puts it where its downloads go. */
function keep(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const count = (rows: number, what: 'notes' | 'deliveries') =>
  `${rows.toLocaleString()} ${rows === 1 ? singular[what] : what}`

const singular = { notes: 'note', deliveries: 'delivery' } as const

function sizeWords(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB']
  return `${size.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`
}
