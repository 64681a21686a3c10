import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { onEnter } from '#ui/filters/on-enter.ts'
import { isTyping } from '#ui/hooks/is-typing.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { setRemark, setStar } from './annotation-queries.ts'
import { annotations as copy, failures } from './copy.ts'
import css from './delivery-annotations.module.css'

type Annotated = Pick<DeliverySummary, 'id' | 'starred' | 'remark'>

/** The key `s` does the same, except while the user types. */
export function StarButton({ delivery: { id, starred } }: { readonly delivery: Annotated }) {
  const star = useMutation({
    ...setStar(useApi(), useQueryClient()),
    onError: (error) => toast({ tone: 'danger', title: failures.star, description: error.message }),
  })
  const toggle = () => star.mutate({ id, starred: !starred })
  const latest = useRef(toggle)
  latest.current = toggle
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
      if (key !== 's' || ctrlKey || metaKey || altKey || repeat || defaultPrevented || isTyping(target))
        return
      // A dialog over the page gets all keys.
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <IconButton
      label={starred ? copy.starred : copy.star}
      shortcut="s"
      aria-pressed={starred}
      onPress={toggle}
      className={css.star}
    >
      <Star size={15} fill={starred ? 'currentColor' : 'none'} aria-hidden />
    </IconButton>
  )
}

/** The user's note about a delivery. Saved whenever the field loses focus or unmounts; until then it is a draft of this tab. */
export function RemarkField({ delivery: { id, remark } }: { readonly delivery: Annotated }) {
  const [draft, setDraft, clearDraft] = useDraft<string | null>(`remark:${id}`, null, isText)
  const change = useMutation(setRemark(useApi(), useQueryClient()))
  const latest = useRef({ draft, save: () => {} })
  const save = () => {
    if (draft === null) return
    if (draft.trim() === remark) return clearDraft()
    // Text typed in the meantime stays a draft.
    const clearIfSaved = () => latest.current.draft === draft && clearDraft()
    change.mutateAsync({ id, remark: draft }).then(clearIfSaved, () => {})
  }
  latest.current = { draft, save }
  useEffect(() => () => latest.current.save(), [])
  return (
    <div className={css.remark}>
      <TextField
        label={copy.remark}
        hideLabel
        multiline
        placeholder={copy.remarkHelp}
        value={draft ?? remark}
        onChange={setDraft}
        onBlur={save}
        onKeyDown={onEnter(save)}
        maxLength={2000}
      />
      {change.error ? <ErrorBanner error={change.error} onRetry={save} /> : null}
    </div>
  )
}

/** The annotation of a delivery in a session file, which cannot be changed. */
export function Remark({ delivery: { starred, remark } }: { readonly delivery: Annotated }) {
  if (!starred && remark === '') return null
  return (
    <p className={css.inFile}>
      {starred ? <Badge>{copy.starredInFile}</Badge> : null} <VisibleText text={remark} />
    </p>
  )
}

const isText = (stored: unknown): stored is string | null => stored === null || typeof stored === 'string'
