import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkspaceContents, WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { removeWorkspace, workspaceContents } from './queries.ts'
import css from './workspaces-page.module.css'

/** Removes a workspace from this computer, after saying how much goes with it and asking for its name. */
export function RemoveWorkspace({
  workspace: { id, label },
  onClose,
}: {
  readonly workspace: WorkspaceSummary
  readonly onClose: () => void
}) {
  const api = useApi()
  const contents = useQuery(workspaceContents(api, id))
  const removing = removeWorkspace(api, useQueryClient())
  const remove = useSubmission(
    {
      ...removing,
      // What asked is gone by then when it was the open workspace.
      onSuccess(...done) {
        toast({ title: `${label} was removed from this computer.` })
        return removing.onSuccess?.(...done)
      },
    },
    onClose,
  )
  return (
    <ConfirmDialog
      title={`Remove ${label}?`}
      isOpen
      onClose={onClose}
      confirmLabel="Remove workspace"
      typeToConfirm={label}
      onConfirm={() => remove.mutate({ id, label })}
      pending={remove.isPending}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>Deleted from this computer, and not to be had again:</p>
      <ul className={css.lost}>
        <li>its API key</li>
        {lost(contents.data).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        Nothing changes at the service: its endpoints go on sending, but what they send here is answered 404.
        The key stays valid until you revoke it there.
      </p>
    </ConfirmDialog>
  )
}

function lost(contents: WorkspaceContents | undefined): readonly string[] {
  if (!contents)
    return ['the signing secrets of its endpoints', 'its received deliveries', 'the index of its notes']
  const { secrets, deliveries, notes, copies, movedAside } = contents
  const lines = [
    {
      of: secrets,
      line: `the signing ${secrets === 1 ? 'secret of 1 endpoint' : `secrets of ${count(secrets)} endpoints`}, which the service never shows again`,
    },
    { of: deliveries, line: `${count(deliveries)} received ${deliveries === 1 ? 'delivery' : 'deliveries'}` },
    {
      of: copies,
      line: 'the copy of the store from before the last update, which holds every workspace: it is of no use but for going back to the version before',
    },
    {
      of: movedAside,
      line: `${movedAside === 1 ? 'the older or damaged store that was' : `${count(movedAside)} older or damaged stores that were`} moved aside, with what may be left in ${movedAside === 1 ? 'it' : 'them'} of every workspace`,
    },
    { of: notes, line: `the index of ${count(notes)} ${notes === 1 ? 'note' : 'notes'}` },
  ]
  return lines.flatMap(({ of, line }) => (of > 0 ? [line] : []))
}

const count = (number: number) => number.toLocaleString()
