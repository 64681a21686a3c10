import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { asAppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { updateEndpoint } from '../../queries/endpoints.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBanner } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import {
  besideFields,
  changesOf,
  type EndpointFields,
  type FieldErrors,
  fieldsOf,
  isEndpointFields,
  mistakesIn,
} from './endpoint-fields.ts'
import css from './endpoint-form.module.css'
import { EndpointForm } from './endpoint-form.tsx'

/** Changes an endpoint: only what is different is sent. */
export function EditEndpoint({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}) {
  const formId = useId()
  const update = useMutation(updateEndpoint(useApi(), useQueryClient()))
  const [fields, setFields, clearDraft] = useDraft(
    `endpoint-edit:${endpoint.id}`,
    fieldsOf(endpoint),
    isEndpointFields,
  )
  const [errors, setErrors] = useState<FieldErrors>({})
  const changes = changesOf(endpoint, fields)
  const unchanged = Object.keys(changes).length === 0
  const failure = update.isError ? asAppError(update.error) : null

  const done = () => {
    clearDraft()
    onClose()
  }
  const submit = () => {
    if (update.isPending || unchanged) return
    const wrong = mistakesIn(fields)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    update.mutate(
      { id: endpoint.id, changes },
      {
        onSuccess: () => {
          toast({ title: 'The endpoint was changed.' })
          done()
        },
        onError: (error) => setErrors(besideFields(asAppError(error))),
      },
    )
  }
  const change = (next: EndpointFields) => {
    setFields(next)
    setErrors({})
    update.reset()
  }

  return (
    <Dialog
      title="Edit endpoint"
      isOpen
      onClose={onClose}
      place="side"
      footer={
        <>
          <Button onPress={done} isDisabled={update.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={update.isPending}
            isDisabled={unchanged}
          >
            Save changes
          </Button>
        </>
      }
    >
      {failure && Object.keys(errors).length === 0 ? (
        <div className={css.above}>
          <ErrorBanner error={failure} />
        </div>
      ) : null}
      <EndpointForm
        id={formId}
        fields={fields}
        errors={errors}
        before={endpoint}
        onChange={change}
        onSubmit={submit}
      />
    </Dialog>
  )
}
