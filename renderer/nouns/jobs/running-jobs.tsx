import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleAlert, FileDown, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Job } from '#shared/jobs/contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { callMutation } from '../../host/calls.ts'
import { useApi } from '../../host/client.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { latestQuery } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { SaveExport } from '../exports/save-export.tsx'
import { replayAction } from '../receivers/copy.ts'
import { replayList } from '../receivers/queries.ts'
import { copy, describeEnd, titleOf } from './copy.ts'
import css from './running-jobs.module.css'

/**
 * Shows the open workspace's running jobs, and the finished jobs that the user must read or act on. Other finished jobs are shown
 * as toasts. Fills the width of its container.
 */
export default function RunningJobs() {
  const { data: jobs = [] } = useQuery(jobList(useApi()))
  if (jobs.length === 0) return null
  return (
    <section className={css.jobs} aria-label={copy.label}>
      {jobs.map((job) => {
        if (job.state === 'running') return <Running key={job.id} job={job} />
        const Ending = describeEnd(job).isSettled ? Settled : Ended
        return <Ending key={job.id} job={job} />
      })}
    </section>
  )
}

function Running({ job }: { readonly job: Job }) {
  const cancel = useMutation(cancelJob(useApi()))
  const { lost } = useHostConnection()
  if (lost !== null)
    return (
      <div className={css.job} data-tone="warn">
        <TriangleAlert size={14} aria-hidden className={css.icon} />
        <span className={css.words}>
          <VisibleText text={copy.lost(job)} />
        </span>
      </div>
    )
  return (
    <div className={css.job}>
      <span className={css.bar}>
        <Progress label={titleOf(job)} {...(job.total ? { value: (100 * job.done) / job.total } : {})} />
      </span>
      <span className={css.words}>
        <VisibleText text={copy.progress(job)} />
      </span>
      {job.kind === 'replay' ? <ReplayResultsLink jobId={job.id} /> : null}
      <Button
        size="small"
        variant="quiet"
        // Stays pending until the job ends, because the button would lose the focus if it were disabled.
        pending={cancel.isPending || cancel.isSuccess}
        onPress={() => cancel.mutate(job.id)}
      >
        {cancel.isSuccess ? copy.canceling : copy.cancel}
      </Button>
    </div>
  )
}

function Settled({ job }: { readonly job: Job }) {
  const { mutate: dismiss } = useMutation(dismissJob(useApi()))
  const { id } = job
  // Toasts about the waiting deliveries of a receiver replace each other, because only the latest number is right.
  const about = job.kind === 'send-waiting' ? `${job.kind} ${job.workspaceId} ${job.name}` : undefined
  const { outcome } = describeEnd(job)
  const openReplay = useRef(useOpenReplay())
  const isReplay = job.kind === 'replay'
  const isWarning =
    (job.kind === 'check' && (job.result?.failed ?? 0) > 0) ||
    (job.kind === 'send-waiting' &&
      job.state === 'done' &&
      job.result !== null &&
      job.result.left + job.result.failed > 0)
  useEffect(() => {
    const action = { label: copy.results, onPress: () => openReplay.current(id) }
    toast({
      title: outcome,
      ...(isReplay ? { action } : {}),
      ...(isWarning ? { tone: 'warn' } : {}),
      ...(about === undefined ? {} : { about }),
    })
    dismiss(id)
  }, [id, outcome, isReplay, isWarning, about, dismiss])
  return null
}

function Ended({ job }: { readonly job: Job }) {
  const dismiss = useMutation(dismissJob(useApi()))
  const exported = isExport(job) ? job : null
  const incomplete = exported?.result?.incomplete ?? null
  const tone = job.state === 'failed' ? 'danger' : exported && incomplete === null ? 'file' : 'warn'
  const Icon = icons[tone]
  return (
    <div className={css.job} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={14} aria-hidden className={css.icon} />
      <span className={css.words}>
        <VisibleText text={describeEnd(job).outcome} />
        {incomplete === null ? null : <span className={css.why}>{copy.incomplete(incomplete)}</span>}
      </span>
      {job.kind === 'delete-endpoints' ? <Failures failures={job.result?.failed ?? []} /> : null}
      {job.kind === 'replay' ? <ReplayResultsLink jobId={job.id} /> : null}
      {exported?.result ? <SaveExport job={exported} result={exported.result} /> : null}
      <IconButton label={copy.dismiss} onPress={() => dismiss.mutate(job.id)}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  )
}

const isExport = (job: Job): job is Extract<Job, { kind: `export-${string}` }> =>
  job.kind.startsWith('export-')

const icons = { danger: CircleAlert, warn: TriangleAlert, file: FileDown } as const

function Failures({
  failures,
}: {
  readonly failures: readonly { id: string; url: string; message: string }[]
}) {
  const [isOpen, setOpen] = useState(false)
  if (failures.length === 0) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {copy.details}
      </Button>
      <Dialog
        title={copy.notDeleted(failures.length)}
        isOpen={isOpen}
        size="small"
        onClose={close}
        footer={<Button onPress={close}>{copy.close}</Button>}
      >
        <ul className={css.failures}>
          {failures.map(({ id, url, message }) => (
            <li key={id}>
              <VisibleText text={url} /> <span className={css.why}>{message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

export const jobList = (api: Client) =>
  latestQuery(keys.jobs, (options) => api.call('jobs.list', {}, options))

export const cancelJob = (api: Client) =>
  callMutation(copy.cancelFailed, (id: string) => api.call('jobs.cancel', { id }))

export const dismissJob = (api: Client) =>
  callMutation(null, (id: string) => api.call('jobs.dismiss', { id }))

export function ReplayResultsLink({ jobId }: { readonly jobId: string }) {
  const { data = [] } = useQuery(replayList(useApi()))
  const replay = data.find((one) => one.jobId === jobId)
  if (!replay) return null
  return (
    <Link to="/receivers" search={{ receiver: replay.receiverId, tab: 'sends', job: jobId }}>
      {replayAction.results}
    </Link>
  )
}

/** Returns a function that opens the results of a replay. It also works after the component has unmounted. */
export function useOpenReplay(): (jobId: string) => void {
  const options = replayList(useApi())
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (jobId) =>
    void cache.fetchQuery(options).then(
      (replays) => {
        const replay = replays.find((one) => one.jobId === jobId)
        if (!replay) return
        void navigate({ to: '/receivers', search: { receiver: replay.receiverId, tab: 'sends', job: jobId } })
      },
      () => {},
    )
}
