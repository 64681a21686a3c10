import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ChangedMeanwhile, words as meanwhile } from '#ui/feedback/changed-meanwhile.tsx'
import { DraftRestored, toastDraftKept } from '#ui/feedback/draft-restored.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useFailureAfterUnmount } from '#ui/feedback/use-failure-after-unmount.ts'
import { useEditDraft } from '#ui/hooks/use-edit-draft.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
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
  secretsOf,
  validate,
} from './receiver-fields.ts'
import css from './receiver-form.module.css'
import { ReceiverForm } from './receiver-form.tsx'
import { wholeUrl } from './whole-url.ts'

/**
 * Side sheet with the form of a receiver. Closing it keeps the input as a draft, except secrets, which need a confirmation. *Cancel*
 * discards the draft.
 */
export function ReceiverSheet({
  title,
  action,
  draftName,
  initial,
  initialSecrets = noSecrets,
  before,
  above,
  failedTitle,
  doneTitle,
  doneText,
  onSubmit,
  onClose,
  onSaved,
}: {
  readonly title: string
  /** Label of the submit button. */
  readonly action: string
  readonly draftName: string
  readonly initial: ReceiverFields
  readonly initialSecrets?: ReceiverSecrets
  /** Receiver that is edited. */
  readonly before?: Receiver | undefined
  readonly above?: ReactNode
  readonly failedTitle: string
  readonly doneTitle: string
  readonly doneText?: string
  /** Calls the host directly, because every cache would keep the secrets. */
  readonly onSubmit: (fields: ReceiverFields, secrets: ReceiverSecrets) => Promise<Receiver>
  readonly onClose: () => void
  readonly onSaved: (receiver: Receiver, needsApproval: boolean) => void
}) {
  const formId = useId()
  const cache = useQueryClient()
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
      const saved = await onSubmit(fields, secrets)
      putReceiver(cache, saved, workspaceId)
      invalidateReceivers(cache)
      clearDraft(fields)
      toast({ title: doneTitle, ...(doneText === undefined ? {} : { description: doneText }) })
      if (isOpen.current) onSaved(saved, saved.address.approval === 'needed')
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
      <Dialog
        title={title}
        onClose={close}
        place="side"
        isFramed={isPublic}
        footer={
          <>
            <Button
              isDisabled={pending}
              onPress={() => {
                clearDraft()
                onClose()
              }}
            >
              {copy.cancel}
            </Button>
            <Button type="submit" form={formId} variant="primary" pending={pending}>
              {conflicts.length > 0 ? meanwhile.save : action}
            </Button>
          </>
        }
      >
        {above}
        {failure && Object.keys(errors).length === 0 ? (
          <div className={css.above}>
            <ErrorBanner error={failure} />
          </div>
        ) : null}
        {conflicts.length > 0 && !pending ? (
          <div className={css.above}>
            <ChangedMeanwhile
              fields={conflicts.map((field) => fieldNames[field])}
              onTake={() => {
                draft.takeCurrent()
                setSecrets({ ...secrets, values })
                setBaseValues(values)
              }}
            />
          </div>
        ) : null}
        {restored && isChanged && !above ? (
          <div className={css.above}>
            <DraftRestored words={copy} onStartOver={clearDraft} />
          </div>
        ) : null}
        <ReceiverForm
          id={formId}
          fields={fields}
          secrets={secrets}
          errors={errors}
          before={before}
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
      </Dialog>
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

/** Whether the last check of the address found it to be public. The field also shows this as text. */
function useIsPublic(url: string): boolean {
  const check = useQuery({ ...receiverUrlCheck(useApi(), wholeUrl(url)), enabled: false })
  return check.data?.kind === 'public'
}
