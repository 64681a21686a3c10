import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { replaceEndpoint } from './queries.ts'

/** The service has no call to rotate a secret, so the endpoint is replaced by a new one that has another one. */
export function RotateSecret({ endpoint }: { readonly endpoint: Endpoint }) {
  const [asking, setAsking] = useState(false)
  const replace = useSubmission(replaceEndpoint(useApi(), useQueryClient()), () => setAsking(false))
  const close = () => {
    replace.reset()
    setAsking(false)
  }
  return (
    <>
      <Button size="small" icon={<RotateCw size={13} aria-hidden />} onPress={() => setAsking(true)}>
        Rotate secret…
      </Button>
      <ConfirmDialog
        title="Rotate the signing secret?"
        isOpen={asking}
        onClose={close}
        tone="primary"
        confirmLabel="Create replacement"
        pending={replace.isPending}
        onConfirm={() => replace.mutate({ id: endpoint.id, why: 'rotate', changes: {} })}
      >
        {replace.isError ? <ErrorBanner error={replace.error} /> : null}
        <p>
          The service cannot give an endpoint another secret. A new endpoint with the same settings and a
          secret of its own is created first; both receive every event until you delete the old one.
        </p>
        <p>
          {endpoint.receivedHere
            ? 'The inspector keeps both secrets, and says when a delivery has proven the new one.'
            : 'Your receiver gets every event twice meanwhile, signed with one or the other secret: let it accept both.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
