import { useQueryClient } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { type Endpoint, EndpointLabel } from '#shared/endpoints/model.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { naming as copy } from './copy.ts'
import { labelEndpoint } from './queries.ts'

/** The service has no names for endpoints, and URLs of one host differ in only a few letters. */
export function NameEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={endpoint.label === null ? copy.add : copy.change} onPress={() => setOpen(true)}>
        <Tag size={15} aria-hidden />
      </IconButton>
      {open ? <NameDialog endpoint={endpoint} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function NameDialog({
  endpoint: { id, label },
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}) {
  const rename = useSubmission(labelEndpoint(useApi(), useQueryClient()), onClose)
  return (
    <RenameDialog
      title={copy.title}
      description={copy.text}
      confirmLabel={copy.confirm}
      initial={label ?? ''}
      schema={EndpointLabel}
      submission={rename}
      onRename={(label) => rename.mutate({ id, label })}
      onClose={onClose}
    />
  )
}
