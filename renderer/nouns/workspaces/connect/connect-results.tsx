import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppError } from '#shared/errors.ts'
import type { KeyTest } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { connect as copy } from '../copy.ts'
import { openWorkspace, workspaceList } from '../queries.ts'
import css from './connect-form.module.css'

/** Shows the result of a key test. The specification has no request for a key's kind or scopes (section 5). */
export function KeyTestResult({ seesNotes }: KeyTest) {
  return (
    <Banner tone={seesNotes ? 'ok' : 'warn'} title={seesNotes ? copy.keyWorks : copy.keySeesNothing}>
      {seesNotes ? copy.keyWorksText : copy.keySeesNothingText}
    </Banner>
  )
}

/** Offers to open the workspace that already has this key. */
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
      {copy.openExisting}
    </Button>
  )
}

/** Asks whether to reconnect a disconnected workspace at this address, because reconnecting restores its data. */
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
      {copy.reconnectMeaning}
      <div className={css.choices}>
        {disconnected.map(({ id, label }) => (
          <Button key={id} pending={pending} onPress={() => onConnect({ workspaceId: id })}>
            {copy.reconnect} <VisibleText text={label} />
          </Button>
        ))}
        <Button pending={pending} onPress={() => onConnect({ another: true })}>
          {copy.connectAnother}
        </Button>
      </div>
    </Banner>
  )
}
