import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { page as copy } from '../../nouns/sandbox/copy.ts'
import { sessionStatus, startSandbox } from '../../nouns/workspaces/session-queries.ts'
import { SandboxPage, type SandboxPageProps } from './sandbox-page.tsx'

/** Page of the sandbox workspace. In another workspace, it offers to open the sandbox. */
export default function SandboxPlace(props: SandboxPageProps) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (session === undefined) return null
  if (session.state === 'connected' && session.workspace.kind === 'sandbox') return <SandboxPage {...props} />
  return <OpenSandbox />
}

function OpenSandbox() {
  const api = useApi()
  const cache = useQueryClient()
  const start = useSubmission(startSandbox(api, cache))
  return (
    <>
      <Toolbar level={1} title={copy.title} />
      <EmptyState
        icon={FlaskConical}
        title={copy.closedTitle}
        action={
          <Button variant="primary" pending={start.isPending} onPress={() => start.mutate(null)}>
            {copy.open}
          </Button>
        }
      >
        {copy.closed}
        {start.isError ? <ErrorBanner error={start.error} /> : null}
      </EmptyState>
    </>
  )
}
