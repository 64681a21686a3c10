import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Exported, Job } from '#shared/jobs/contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import { readExport, startedExports, takeStartedExport } from './queries.ts'
import css from './save-export.module.css'

type ExportJob = Extract<Job, { kind: 'export-notes' | 'export-deliveries' }>

/** Saves or downloads a finished export: at once if this page started it, and at the press of its button. */
export function SaveExport({ job }: { readonly job: ExportJob }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: host } = useQuery({ ...appInfo(api), select: (app) => app.host })
  const { data: started } = useQuery(startedExports())
  const { mutate, isPending, error } = useMutation({
    meta: { failed: copy.saveFailed },
    mutationFn: () => (host === 'desktop' ? save(api, job) : download(api, job)),
  })
  const isAwaited = host !== undefined && started?.includes(job.id)
  useEffect(() => {
    if (isAwaited && takeStartedExport(cache, job.id)) mutate()
  }, [isAwaited, cache, job.id, mutate])
  return (
    <>
      {error ? <span className={css.error}>{error.message}</span> : null}
      <Button size="small" pending={isPending} isDisabled={host === undefined} onPress={() => mutate()}>
        {host === 'desktop' ? copy.save : copy.download}
      </Button>
    </>
  )
}

async function save(api: Client, { id, kind, result }: ExportJob): Promise<void> {
  if (result === null || !(await api.call('exports.save', { id }))) return
  const show = () =>
    api.call('exports.show', { id }).catch(({ message }: Error) => {
      toast({ tone: 'danger', title: copy.showFailed, description: message })
    })
  const action = { label: copy.show, onPress: () => void show() }
  toast({ title: copy.saved(kind, result), action, ...incompleteOf(result) })
  await api.call('jobs.dismiss', { id })
}

async function download(api: Client, { id, result }: ExportJob): Promise<void> {
  if (result === null) return
  downloadFile(await readExport(api, id), result.name)
  toast({ title: copy.downloadStarted, description: result.name, ...incompleteOf(result) })
  await api.call('jobs.dismiss', { id })
}

/** Stays until it is dismissed. */
const incompleteOf = ({ incomplete }: Exported) =>
  incomplete === null ? {} : ({ tone: 'warn', description: copy.incomplete(incomplete) } as const)

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
