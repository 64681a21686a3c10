import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { ChangedMeanwhile, words as meanwhile } from '#ui/feedback/changed-meanwhile.tsx'
import { toastDraftKept } from '#ui/feedback/draft-restored.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useFailureAfterUnmount } from '#ui/feedback/use-failure-after-unmount.ts'
import { useEditDraft } from '#ui/hooks/use-edit-draft.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormSheet } from '#ui/overlays/form-sheet.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { workspaceIn } from '../../../host/session-cache.ts'
import { invalidateReceivers, putReceiver, receiverUrlCheck } from '../queries.ts'
import { form as copy, fieldNames } from './copy.ts'
import {
  type FieldErrors,
  fieldErrorsOf,
  fieldsOf,
  hasTypedSecret,
  isReceiverFields,
  noSecrets,
  type ReceiverFields,
  type ReceiverSecrets,
  receiverName,
  secretsOf,
  validate,
  wholeUrl,
} from './receiver-fields.ts'
import { ReceiverForm } from './receiver-form.tsx'

/**
 * A side sheet with a receiver's form. Closing it keeps the input as a draft, except secrets, which need a confirmation. *Cancel*
 * discards the draft.
 */
export function ReceiverSheet({
  title,
  action,
  draftName,
  initial: firstFields,
  initialSecrets = noSecrets,
  isNew = false,
  taken = [],
  before,
  above,
  failedTitle,
  doneTitle,
  onSubmit,
  onClose,
  onSaved,
}: {
  readonly title: string
  readonly action: string
  readonly draftName: string
  readonly initial: ReceiverFields
  readonly initialSecrets?: ReceiverSecrets
  readonly isNew?: boolean
  readonly taken?: readonly string[]
  readonly before?: Receiver | undefined
  readonly above?: ReactNode
  readonly failedTitle: string
  readonly doneTitle: string
  /** Calls the host directly, because every cache would keep the secrets. */
  readonly onSubmit: (fields: ReceiverFields, secrets: ReceiverSecrets, name: string) => Promise<Receiver>
  readonly onClose: () => void
  readonly onSaved: (receiver: Receiver, fields: ReceiverFields) => void
}) {
  const formId = useId()
  const cache = useQueryClient()
  // A new receiver keeps its first fields. Otherwise, its preselected endpoint would change while the form is open.
  const [initial] = useState(firstFields)
  const now = before ? fieldsOf(before) : initial
  const draft = useEditDraft(draftName, { initial, now }, isReceiverFields)
  const { clear: clearDraft, restored } = draft
  const [typedSecrets, setSecrets] = useState(initialSecrets)
  const values = before ? secretsOf(before).values : initialSecrets.values
  const [baseValues, setBaseValues] = useState(values)
  const areTyped = !isSame(typedSecrets.values, baseValues)
  const secrets = areTyped ? typedSecrets : { ...typedSecrets, values }
  const fields = draft.fields
  const conflicts =
    areTyped && !isSame(values, baseValues) ? [...draft.conflicts, 'headers' as const] : draft.conflicts
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<AppError | null>(null)
  const [pending, setPending] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const isRunning = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const reportedElsewhere = useFailureAfterUnmount(failedTitle)
  const isPublic = useIsPublic(fields.url)
  const name = receiverName(fields, taken)
  const isStored = before?.ownSecret === 'stored' || before?.ownSecret === 'locked'
  const isChanged = restored || !isSame(fields, now)

  const close = () => {
    if (!pending && hasTypedSecret(secrets, initialSecrets)) return setLeaving(true)
    onClose()
    if (!pending && !isSame(fields, now)) toastDraftKept()
  }

  const submit = async () => {
    if (isRunning.current) return
    const wrong = validate(fields, secrets, isStored)
    setErrors(wrong)
    setFailure(null)
    if (Object.keys(wrong).length > 0) return
    isRunning.current = true
    setPending(true)
    const workspaceId = workspaceIn(cache)
    try {
      const saved = await onSubmit(fields, secrets, name)
      putReceiver(cache, saved, workspaceId)
      invalidateReceivers(cache)
      clearDraft(fields)
      // A new receiver is shown next, which says enough.
      if (!isNew || !isOpen.current) toast({ title: doneTitle })
      if (isOpen.current) onSaved(saved, fields)
    } catch (thrown) {
      if (reportedElsewhere(thrown)) return
      const error = asAppError(thrown)
      setFailure(error)
      setErrors(fieldErrorsOf(error))
    } finally {
      isRunning.current = false
      if (isOpen.current) setPending(false)
    }
  }

  return (
    <>
      <FormSheet
        title={title}
        formId={formId}
        action={conflicts.length > 0 ? meanwhile.save : action}
        hint={
          isNew && fields.name.trim() === '' && name !== '' ? <VisibleText text={copy.named(name)} /> : null
        }
        notices={
          <>
            {above}
            {failure && Object.keys(errors).length === 0 ? <ErrorBanner error={failure} /> : null}
            {conflicts.length > 0 && !pending ? (
              <ChangedMeanwhile
                fields={conflicts.map((field) => fieldNames[field])}
                onTake={() => {
                  draft.takeCurrent()
                  setSecrets({ ...secrets, values })
                  setBaseValues(values)
                }}
              />
            ) : null}
          </>
        }
        isRestored={restored && isChanged && !above}
        pending={pending}
        isFramed={isPublic}
        onCancel={() => {
          clearDraft()
          onClose()
        }}
        onStartOver={clearDraft}
        onClose={close}
      >
        <ReceiverForm
          id={formId}
          fields={fields}
          secrets={secrets}
          errors={errors}
          before={before}
          isNew={isNew}
          onChange={(next) => {
            draft.change(next)
            setErrors({})
          }}
          onSecrets={(next) => {
            setSecrets(next)
            if (!areTyped) setBaseValues(values)
            setErrors({})
          }}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void submit()
          }}
        />
      </FormSheet>
      <ConfirmDialog
        title={copy.unsaved}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        confirmLabel={copy.discard}
        onConfirm={onClose}
      >
        <p>{copy.unsavedText}</p>
      </ConfirmDialog>
    </>
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the last check found that the URL's host is public. */
function useIsPublic(url: string): boolean {
  const check = useQuery({ ...receiverUrlCheck(useApi(), wholeUrl(url)), enabled: false })
  return check.data?.kind === 'public'
}
