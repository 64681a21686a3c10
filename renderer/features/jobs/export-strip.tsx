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
import { exportCopy } from './copy.ts'
import css from './export-strip.module.css'

/** The export that is running or waits to be saved, on every page. */
export function ExportStrip() {
  const api = useApi()
  const { data: status } = useQuery(exportStatus(api))
  if (!status || status.state === 'none') return null
  const discard = () => void api.call('exports.discard', { id: status.id }).catch(() => {})
  if (status.state === 'failed') {
    return (
      <div className={css.strip} role="alert">
        <span className={css.words}>{exportCopy.failed(status.message)}</span>
        <IconButton label={exportCopy.dismiss} onPress={discard}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
    )
  }
  if (status.state === 'ready') return <Ready key={status.id} status={status} onDiscard={discard} />
  const { what, rows, of } = status
  return (
    <div className={css.strip} role="status">
      <span className={css.words}>{exportCopy.progress(rows, of, what)}</span>
      <span className={css.bar}>
        <Progress label={exportCopy.exporting} {...(of ? { value: (100 * rows) / of } : {})} />
      </span>
      <Button size="small" onPress={discard}>
        {exportCopy.cancel}
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
        downloadFile(await readExport(api, id), name)
      }
      toast({ title: isDesktop ? exportCopy.saved : exportCopy.handedOver, description: name })
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
          {incomplete === null ? null : <b>{exportCopy.incomplete(incomplete)} </b>}
          {exportCopy.summary(name, rows, what, bytes)}
        </span>
        <Button
          size="small"
          variant="primary"
          icon={<Download size={13} aria-hidden />}
          pending={isSaving}
          onPress={() => void save()}
        >
          {isDesktop ? exportCopy.save : exportCopy.download}
        </Button>
        <IconButton label={exportCopy.dismiss} onPress={onDiscard}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
    </>
  )
}

/** Hands a file to the browser as a download. */
function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
