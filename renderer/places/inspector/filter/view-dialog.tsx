import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { onEnter } from '#ui/filters/on-enter.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { viewDialog as copy } from '../copy.ts'
import css from './view-bar.module.css'
import { saveView } from './view-queries.ts'

/** Saves a filter as a view, or renames a view. */
export function ViewDialog({
  view,
  onClose,
}: {
  readonly view: { readonly id?: number; readonly name: string; readonly q: string }
  readonly onClose: () => void
}) {
  const options = saveView(useApi(), useQueryClient())
  const save = useSubmission(
    {
      ...options,
      onSuccess(views, input, ...more) {
        toast({ title: input.id === undefined ? copy.saved(input.name.trim()) : copy.renamed })
        return options.onSuccess?.(views, input, ...more)
      },
    },
    onClose,
  )
  const [name, setName] = useState(view.name)
  const isNew = view.id === undefined
  const error = save.error === null ? undefined : asAppError(save.error)
  const submit = () => {
    if (name.trim() === '') return
    save.mutate({ ...(view.id === undefined ? {} : { id: view.id }), name, q: view.q })
  }
  return (
    <Dialog
      title={copy.title(isNew)}
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button variant="primary" onPress={submit} pending={save.isPending} isDisabled={name.trim() === ''}>
            {copy.submit(isNew)}
          </Button>
        </>
      }
    >
      <div className={stackCss.s4}>
        <TextField
          label={copy.name}
          value={name}
          onChange={(typed) => {
            save.reset()
            setName(typed)
          }}
          maxLength={60}
          autoFocus
          autoComplete="off"
          error={error?.details.fields?.name ?? error?.message}
          onKeyDown={onEnter(submit)}
        />
        <p className={css.filter}>
          <code>
            <VisibleText text={view.q} />
          </code>
        </p>
      </div>
    </Dialog>
  )
}
