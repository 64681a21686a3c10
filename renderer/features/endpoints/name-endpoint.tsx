import { useQueryClient } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type Endpoint, EndpointLabel } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { labelEndpoint } from './queries.ts'

/** The service knows no names of endpoints, and those of one host differ in a few letters. */
export function NameEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={endpoint.label === null ? 'Name this endpoint' : 'Change its name'}
        onPress={() => setOpen(true)}
      >
        <Tag size={15} aria-hidden />
      </IconButton>
      {open ? <NameDialog endpoint={endpoint} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function NameDialog({
  endpoint: { id, label: before },
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}) {
  const name = useSubmission(labelEndpoint(useApi(), useQueryClient()), onClose)
  const [label, setLabel] = useState(before ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = EndpointLabel.safeParse(label)
    setWrong(parsed.error?.issues[0]?.message ?? null)
    if (parsed.success) name.mutate({ id, label: parsed.data })
  }
  return (
    <Dialog
      title="Name the endpoint"
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pending={name.isPending}>
            Save the name
          </Button>
        </>
      }
    >
      {name.isError ? <ErrorBanner error={name.error} /> : null}
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          description="On this computer only: the service knows no names of endpoints. Empty: its host and path."
          value={label}
          onChange={setLabel}
          error={wrong}
          autoComplete="off"
          autoFocus
        />
      </form>
    </Dialog>
  )
}
