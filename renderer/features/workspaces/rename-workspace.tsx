import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Profile, ProfileLabel } from '#shared/workspaces/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { updateProfile } from './queries.ts'

/** Another name on this computer; the service does not hear of it. */
export function RenameWorkspace({
  profile: { id, label: before },
  onClose,
}: {
  readonly profile: Profile
  readonly onClose: () => void
}) {
  const rename = useSubmission(updateProfile(useApi(), useQueryClient()), onClose)
  const [label, setLabel] = useState(before)
  const [wrong, setWrong] = useState<string | null>(null)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = ProfileLabel.safeParse(label)
    setWrong(parsed.error?.issues[0]?.message ?? null)
    if (parsed.success) rename.mutate({ id, changes: { label: parsed.data } })
  }
  return (
    <Dialog
      title="Rename the workspace"
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pending={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      {rename.isError ? <ErrorBanner error={rename.error} /> : null}
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          description="On this computer only."
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
