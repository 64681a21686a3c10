import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Exported, Job } from '#shared/jobs/contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { appInfo } from '../../frame/app-info.ts'
import { useApi } from '../../host/client.ts'
import { copy, countRows } from './copy.ts'
import { addStartedExport, readExport, startedExports, takeStartedExport } from './queries.ts'

/** Saves or downloads a finished export: automatically if this page started it, otherwise when its button is pressed. */
export function SaveExport({ job, result }: { readonly job: Job; readonly result: Exported }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: host } = useQuery({ ...appInfo(api), select: (app) => app.host })
  const { data: started } = useQuery(startedExports())
  const { mutate, isPending } = useMutation({
    mutationFn: () => (host === 'desktop' ? save(api, job, result) : download(api, job, result)),
    onError: (error) => showFailure(copy.saveFailed, error),
  })
  const isAwaited = host !== undefined && started?.includes(job.id)
  useEffect(() => {
    if (isAwaited && takeStartedExport(cache, job.id)) mutate()
  }, [isAwaited, cache, job.id, mutate])
  return (
    <Button size="small" pending={isPending} isDisabled={host === undefined} onPress={() => mutate()}>
      {host === 'desktop' ? copy.save : copy.download}
    </Button>
  )
}

async function save(api: Client, { id, kind }: Job, result: Exported): Promise<void> {
  if (!(await api.call('exports.save', { id }))) return
  const show = () => api.call('exports.show', { id }).catch((error) => showFailure(copy.showFailed, error))
  const action = { label: copy.show, onPress: () => void show() }
  toast({ title: copy.saved(countRows(kind, result.rows)), action, ...incompleteOf(result) })
  dismiss(api, id)
}

async function download(api: Client, { id }: Job, result: Exported): Promise<void> {
  downloadFile(await readExport(api, id), result.name)
  toast({ title: copy.downloadStarted, description: result.name, ...incompleteOf(result) })
  dismiss(api, id)
}

/** Dismisses the job. If that fails, the file is kept and can be saved again. */
const dismiss = (api: Client, id: string) => void api.call('jobs.dismiss', { id }).catch(() => {})

const showFailure = (title: string, { message }: Error) =>
  toast({ tone: 'danger', title, description: message })

/** Options for the toast about an incomplete export, which stays until it is dismissed. */
const incompleteOf = ({ incomplete }: Exported) =>
  incomplete === null
    ? {}
    : ({ tone: 'warn', stays: true, description: copy.incomplete(incomplete) } as const)

function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function useSaveText(): (file: InputOf<'exports.start-text'>) => void {
  const api = useApi()
  const cache = useQueryClient()
  return (file) =>
    void api.call('exports.start-text', file).then(
      ({ jobId }) => addStartedExport(cache, jobId),
      (error: Error) => toast({ tone: 'danger', title: copy.notStarted, description: error.message }),
    )
}
