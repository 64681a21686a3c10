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

/** Asks whether to rotate the signing secret, with a button and from the palette. */
export function RotateSecret({ endpoint }: { readonly endpoint: Endpoint }) {
  const [asking, setAsking] = useState(false)
  useCommands('endpoint', [
    [{ id: 'endpoint.rotate-secret', label: copy.open, icon: RotateCw, run: () => setAsking(true) }],
  ])
  return (
    <>
      <Button size="small" icon={<RotateCw size={13} aria-hidden />} onPress={() => setAsking(true)}>
        {copy.open}
      </Button>
      {asking ? <RotateDialog endpoint={endpoint} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/** The service has no call to rotate a secret, so a replacement with a new secret takes over. */
export function RotateDialog({
  endpoint: { id, receivedHere },
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}) {
  const replace = useSubmission(replaceEndpoint(useApi(), useQueryClient()), onClose)
  return (
    <ConfirmDialog
      title={copy.title}
      isOpen
      onClose={onClose}
      tone="primary"
      confirmLabel={copy.confirm}
      pending={replace.isPending}
      onConfirm={() => replace.mutate({ id, why: 'rotate', changes: {} })}
    >
      {replace.isError ? <ErrorBanner error={replace.error} /> : null}
      <p>{copy.text}</p>
      <p>{receivedHere ? copy.receivedHere : copy.receivedElsewhere}</p>
    </ConfirmDialog>
  )
}
