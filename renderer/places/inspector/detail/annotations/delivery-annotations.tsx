import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { undoMs } from '#shared/deliveries/limits.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast, toastUndo } from '#ui/feedback/toast/toast.ts'
import { onEnter } from '#ui/filters/on-enter.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { Fact } from '#ui/text/key-value.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { callMutation } from '../../../../host/calls.ts'
import { useApi } from '../../../../host/client.ts'
import { annotateDelivery } from '../../../../nouns/deliveries/live/live-deliveries.ts'
import { annotations as copy, facts, failures } from '../copy.ts'
import css from './delivery-annotations.module.css'

type Annotated = Pick<DeliverySummary, 'id' | 'starred' | 'remark'>

export function useStar({ id, starred }: Annotated): () => void {
  const star = useMutation({
    ...setStar(useApi(), useQueryClient()),
    onError: (error) => toast({ tone: 'danger', title: failures.star, description: error.message }),
  })
  return () => star.mutate({ id, starred: !starred })
}

/**
 * Shows the user's remark about a delivery, if there is one or it is being added. The remark is saved when the field loses the
 * focus or unmounts. Until then, the text is a draft in this tab.
 */
export function RemarkLine({
  delivery: { id, remark },
  isEditing,
  onEditing,
}: {
  readonly delivery: Annotated
  readonly isEditing: boolean
  readonly onEditing: (isEditing: boolean) => void
}) {
  const [draft, setDraft, clearDraft] = useDraft<string | null>(`remark:${id}`, null, isText)
  const change = useMutation(setRemark(useApi(), useQueryClient()))
  const latest = useRef({ draft, save: () => {} })
  const save = () => {
    if (draft === null) return
    if (draft.trim() === remark) return clearDraft()
    const onSaved = () => {
      if (latest.current.draft === draft) clearDraft()
      if (draft.trim() === '')
        toastUndo({ title: copy.remarkRemoved, forMs: undoMs, undo: () => change.mutate({ id, remark }) })
    }
    change.mutateAsync({ id, remark: draft }).then(onSaved, () => {})
  }
  latest.current = { draft, save }
  useEffect(() => () => latest.current.save(), [])
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Waits one frame, because the closing menu first returns the focus to its button.
    if (isEditing) requestAnimationFrame(() => field.current?.querySelector('textarea')?.focus())
  }, [isEditing])
  if (remark === '' && draft === null && !isEditing) return null
  return (
    <Fact name={facts.remark}>
      <div ref={field} className={css.remark}>
        <TextField
          label={copy.remark}
          hideLabel
          multiline
          placeholder={copy.remarkHelp}
          value={draft ?? remark}
          onChange={setDraft}
          onFocus={() => onEditing(true)}
          onBlur={() => {
            save()
            onEditing(false)
          }}
          onKeyDown={onEnter(save)}
          maxLength={2000}
        />
        {change.error ? <ErrorBanner error={change.error} onRetry={save} /> : null}
      </div>
    </Fact>
  )
}

/** Shows the remark of a delivery in a session file. It is read-only. */
export function RemarkInFile({ remark }: { readonly remark: string }) {
  if (remark === '') return null
  return (
    <Fact name={facts.remark}>
      <span className={css.inFile}>
        <VisibleText text={remark} />
      </span>
    </Fact>
  )
}

const isText = (stored: unknown): stored is string | null => stored === null || typeof stored === 'string'

export const setStar = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.star,
    (input: { readonly id: number; readonly starred: boolean }) => api.call('deliveries.set-star', input),
    (annotated) => annotateDelivery(cache, annotated),
  )

const setRemark = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.remark,
    (input: { readonly id: number; readonly remark: string }) => api.call('deliveries.set-remark', input),
    (annotated) => annotateDelivery(cache, annotated),
  )
