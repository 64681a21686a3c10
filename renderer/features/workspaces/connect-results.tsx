import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppError } from '#shared/errors.ts'
import type { KeyTest } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import css from './connect-form.module.css'
import { openWorkspace, workspaceList } from './queries.ts'

/** What a test can show. The specification has no way to ask a key for its kind or its scopes (section 5). */
export function KeyTestResult({ seesNotes }: KeyTest) {
  return (
    <Banner
      tone={seesNotes ? 'ok' : 'warn'}
      title={seesNotes ? 'This key works.' : 'This key works, but sees no note.'}
    >
      {seesNotes
        ? 'The service answered and lists notes for it. Whether it is a personal key or an admin’s, the service does not tell. Nothing was kept.'
        : 'The service accepted it and listed nothing: there are no notes yet, or its scopes leave them out. Nothing was kept.'}
    </Banner>
  )
}

/** The way to the workspace that has this key already. */
export function OpenExistingWorkspace({
  error,
  onEntered,
}: {
  readonly error: AppError
  readonly onEntered: () => void
}) {
  const open = useSubmission(openWorkspace(useApi(), useQueryClient()), onEntered)
  const { workspaceId } = error.details
  if (workspaceId === undefined) return null
  return (
    <Button pending={open.isPending} onPress={() => open.mutate(workspaceId)}>
      Open it
    </Button>
  )
}

/** A workspace at this address was disconnected: with its key all that is kept of it is there again. */
export function ReconnectChoices({
  error,
  pending,
  onConnect,
}: {
  readonly error: AppError
  readonly pending: boolean
  readonly onConnect: (as: { readonly workspaceId: string } | { readonly another: true }) => void
}) {
  const { data: workspaces = [] } = useQuery(workspaceList(useApi()))
  const one = workspaces.find(({ id }) => id === error.details.workspaceId)
  const disconnected = workspaces.filter(({ key, baseUrl }) => key === 'missing' && baseUrl === one?.baseUrl)
  return (
    <Banner tone="info" title={error.message}>
      Reconnected, it has its deliveries, signing secrets and index again. Another one begins with none.
      <div className={css.choices}>
        {disconnected.map(({ id, label }) => (
          <Button key={id} pending={pending} onPress={() => onConnect({ workspaceId: id })}>
            Reconnect <VisibleText text={label} />
          </Button>
        ))}
        <Button pending={pending} onPress={() => onConnect({ another: true })}>
          Connect as another
        </Button>
      </div>
    </Banner>
  )
}
