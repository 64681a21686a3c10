import { type FormEvent, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { ErrorBanner } from '../feedback/error-state.tsx'
import { Dialog } from './dialog.tsx'

export interface RenameDialogProps<Name> {
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly initial: string
  readonly schema: {
    safeParse(text: string): {
      readonly success: boolean
      readonly data?: Name | undefined
      readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined
    }
  }
  readonly submission: {
    readonly isPending: boolean
    readonly isError: boolean
    readonly error: unknown
  }
  readonly onRename: (name: Name) => void
  readonly onClose: () => void
}

export function RenameDialog<Name>({
  title,
  description,
  confirmLabel,
  initial,
  schema,
  submission,
  onRename,
  onClose,
}: RenameDialogProps<Name>) {
  const [name, setName] = useState(initial)
  const [wrong, setWrong] = useState<string | null>(null)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = schema.safeParse(name)
    setWrong(parsed.error?.issues[0]?.message ?? null)
    if (parsed.success) onRename(parsed.data as Name)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pending={submission.isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {submission.isError ? <ErrorBanner error={submission.error} /> : null}
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          description={description}
          value={name}
          onChange={setName}
          error={wrong}
          autoComplete="off"
          autoFocus
        />
      </form>
    </Dialog>
  )
}
