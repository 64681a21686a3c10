import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '#shared/jobs/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { copy, describeJob } from './copy.ts'
import css from './export-strip.module.css'
import { cancelJob, dismissJob, jobList } from './queries.ts'

/** The jobs of the open workspace, on every page: the progress of each, and its result until it is dismissed. */
export function JobStrip() {
  const { data: jobs } = useQuery(jobList(useApi()))
  return jobs?.map((job) =>
    job.state === 'running' ? <Running key={job.id} job={job} /> : <Ended key={job.id} job={job} />,
  )
}

function Running({ job }: { readonly job: Job }) {
  const cancel = useMutation(cancelJob(useApi()))
  const { title, progress } = describeJob(job)
  return (
    <div className={css.strip} role="status">
      <span className={css.words}>{`${title}: ${progress}`}</span>
      <span className={css.bar}>
        <Progress label={title} value={(100 * job.done) / job.of} />
      </span>
      <Button
        size="small"
        pending={cancel.isPending}
        isDisabled={cancel.isSuccess}
        onPress={() => cancel.mutate(job.id)}
      >
        {cancel.isSuccess ? copy.canceling : copy.cancel}
      </Button>
    </div>
  )
}

function Ended({ job }: { readonly job: Job }) {
  const dismiss = useMutation(dismissJob(useApi()))
  const [isOpen, setOpen] = useState(false)
  const { outcome, isWhole } = describeJob(job)
  const failures = job.kind === 'delete-endpoints' ? (job.result?.failed ?? []) : []
  return (
    <div
      className={css.strip}
      data-tone={isWhole ? 'ok' : 'warn'}
      role={job.state === 'failed' ? 'alert' : 'status'}
    >
      <span className={css.words}>{outcome}</span>
      {failures.length > 0 ? (
        <Button size="small" onPress={() => setOpen(true)}>
          {copy.details}
        </Button>
      ) : null}
      <IconButton label={copy.dismiss} onPress={() => dismiss.mutate(job.id)}>
        <X size={15} aria-hidden />
      </IconButton>
      <Dialog
        title={copy.notDeleted(failures.length)}
        isOpen={isOpen}
        size="small"
        onClose={() => setOpen(false)}
        footer={<Button onPress={() => setOpen(false)}>{copy.close}</Button>}
      >
        <ul className={css.failures}>
          {failures.map(({ id, url, message }) => (
            <li key={id}>
              <VisibleText text={url} /> <span className={css.why}>{message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  )
}
