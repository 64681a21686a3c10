import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useCommands } from '../../../app/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { rotate as copy } from './copy.ts'
import { replaceEndpoint } from './queries.ts'

/** The service has no call to rotate a secret, so a replacement with a new secret takes over. */
export function RotateSecret({ endpoint }: { readonly endpoint: Endpoint }) {
  const [asking, setAsking] = useState(false)
  const replace = useSubmission(replaceEndpoint(useApi(), useQueryClient()), () => setAsking(false))
  const close = () => {
    replace.reset()
    setAsking(false)
  }
  useCommands('endpoint', [
    [{ id: 'endpoint.rotate-secret', label: copy.open, icon: RotateCw, run: () => setAsking(true) }],
  ])
  return (
    <>
      <Button size="small" icon={<RotateCw size={13} aria-hidden />} onPress={() => setAsking(true)}>
        {copy.open}
      </Button>
      <ConfirmDialog
        title={copy.title}
        isOpen={asking}
        onClose={close}
        tone="primary"
        confirmLabel={copy.confirm}
        pending={replace.isPending}
        onConfirm={() => replace.mutate({ id: endpoint.id, why: 'rotate', changes: {} })}
      >
        {replace.isError ? <ErrorBanner error={replace.error} /> : null}
        <p>{copy.text}</p>
        <p>{endpoint.receivedHere ? copy.receivedHere : copy.receivedElsewhere}</p>
      </ConfirmDialog>
    </>
  )
}
