import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { undoMs } from '#shared/deliveries/limits.ts'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast, toastUndo } from '#ui/feedback/toast/toast.ts'
import { onEnter } from '#ui/filters/on-enter.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { views as copy } from '../../../nouns/deliveries/filter/copy.ts'
import { fixedViews, receiverFailedView, shortViews } from '../../../nouns/deliveries/filter/fixed-views.ts'
import { deliveryViews } from '../../../nouns/deliveries/queries.ts'
import { receiverList } from '../../../nouns/receivers/queries.ts'
import { viewDialog } from '../copy.ts'
import css from './view-bar.module.css'
import { ViewChip, ViewMenu } from './view-menu.tsx'
import { removeView, saveView } from './view-queries.ts'

const menuId = 'delivery-views'

/**
 * Named filters, each with the number of deliveries that currently match. Choosing a view sets its filter, and choosing it again
 * clears the filter.
 */
export function ViewBar({ q, onFilter }: { readonly q: string; readonly onFilter: (q: string) => void }) {
  const api = useApi()
  const { data: own = [] } = useQuery(deliveryViews(api))
  const { data: receivers = [] } = useQuery(receiverList(api))
  const cache = useQueryClient()
  const remove = useMutation(removeView(api, cache))
  const restore = useMutation({
    ...saveView(api, cache),
    onError: (error) => toast({ tone: 'danger', title: copy.notRestored, description: error.message }),
  })
  const removeUndoably = (id: number) => {
    const view = own.find((one) => one.id === id)
    remove.mutateAsync(id).then(
      () =>
        view &&
        toastUndo({
          title: copy.deleted,
          forMs: undoMs,
          undo: () => restore.mutate({ name: view.name, q: view.q }),
        }),
      () => {},
    )
  }
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const chosen = own.find((view) => view.q === q)
  const isNew = q !== '' && chosen === undefined && !fixedViews.some((view) => view.q === q)
  return (
    <>
      <Toolbar aria-label={copy.label} className={css.bar ?? ''} data-filtered={q !== '' || undefined}>
        {shortViews.map((view) =>
          view === receiverFailedView && receivers.length === 0 && view.q !== q ? null : (
            <ViewChip
              key={view.name}
              name={view.name}
              meaning={view.meaning}
              q={view.q}
              isChosen={view.q === q}
              onPress={() => onFilter(view.q === q ? '' : view.q)}
            />
          ),
        )}
        <ViewMenu
          id={menuId}
          q={q}
          always={fixedViews}
          own={own}
          onChoose={(view) => onFilter(view === q ? '' : view)}
          onSave={isNew ? () => setNaming('new') : undefined}
          onRename={() => setNaming('rename')}
          onRemove={removeUndoably}
        />
      </Toolbar>
      {remove.error ? <ErrorBanner error={remove.error} /> : null}
      {naming === null ? null : (
        <ViewDialog
          view={naming === 'rename' && chosen ? chosen : { name: '', q }}
          onClose={() => {
            setNaming(null)
            // The dialog was opened from a menu that no longer exists, so the focus returns to the menu's button.
            requestAnimationFrame(() => document.getElementById(menuId)?.focus())
          }}
        />
      )}
    </>
  )
}

function ViewDialog({
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
        toast({ title: input.id === undefined ? viewDialog.saved(input.name.trim()) : viewDialog.renamed })
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
      title={viewDialog.title(isNew)}
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{viewDialog.cancel}</Button>
          <Button variant="primary" onPress={submit} pending={save.isPending} isDisabled={name.trim() === ''}>
            {viewDialog.submit(isNew)}
          </Button>
        </>
      }
    >
      <div className={stackCss.s4}>
        <TextField
          label={viewDialog.name}
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
