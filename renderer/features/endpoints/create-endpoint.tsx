import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { asAppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { createEndpoint, endpointList } from '../../queries/endpoints.ts'
import { tunnelStatus } from '../../queries/tunnel.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBanner } from '../../ui/error-state.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import {
  besideFields,
  draftOf,
  type EndpointFields,
  emptyFields,
  type FieldErrors,
  isEndpointFields,
  mistakesIn,
} from './endpoint-fields.ts'
import css from './endpoint-form.module.css'
import { EndpointForm } from './endpoint-form.tsx'
import { isLostCode, isLostCreate, type LostCreate, LostReply } from './lost-reply.tsx'

/** Makes a new endpoint. What is typed outlives a reload; *Cancel* is what throws it away. */
export function CreateEndpoint({
  onCreated,
  onClose,
}: {
  readonly onCreated: (endpoint: Endpoint) => void
  readonly onClose: () => void
}) {
  const api = useApi()
  const formId = useId()
  const create = useMutation(createEndpoint(api, useQueryClient()))
  const list = useQuery(endpointList(api))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const [fields, setFields, clearDraft] = useDraft('endpoint-new', emptyFields, isEndpointFields)
  const [errors, setErrors] = useState<FieldErrors>({})
  // Outlives a reload like the draft: without it the form would invite a second endpoint.
  const [lost, setLost, clearLost] = useDraft<LostCreate | null>('endpoint-lost', null, isLostCreate)

  const failure = create.isError ? asAppError(create.error) : null
  const wantsUrl = fields.receiver === 'inspector' && tunnel?.publicUrl === null

  const change = (next: EndpointFields) => {
    setFields(next)
    setErrors({})
    if (lost === null) create.reset()
  }
  const submit = () => {
    if (create.isPending || lost !== null) return
    const wrong = wantsUrl
      ? { ...mistakesIn(fields), receiver: 'State a public address first, or choose a URL of your own.' }
      : mistakesIn(fields)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const known = list.data?.map(({ id }) => id) ?? []
    create.mutate(draftOf(fields), {
      onSuccess: (created) => {
        clearDraft()
        onCreated(created)
      },
      onError: (thrown) => {
        const error = asAppError(thrown)
        if (isLostCode(error.code)) setLost({ code: error.code, message: error.message, known })
        else setErrors(besideFields(error))
      },
    })
  }
  const cancel = () => {
    clearDraft()
    clearLost()
    onClose()
  }

  return (
    <Dialog
      title="New endpoint"
      isOpen
      onClose={onClose}
      place="side"
      footer={
        <>
          <Button onPress={cancel} isDisabled={create.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={create.isPending}
            isDisabled={lost !== null}
          >
            Create endpoint
          </Button>
        </>
      }
    >
      {lost ? (
        <LostReply
          lost={lost}
          receiver={draftOf(fields).receiver}
          publicUrl={tunnel?.publicUrl ?? null}
          onReady={() => {
            clearLost()
            create.reset()
          }}
        />
      ) : failure && Object.keys(errors).length === 0 ? (
        <div className={css.above}>
          <ErrorBanner error={failure} />
        </div>
      ) : null}
      <EndpointForm id={formId} fields={fields} errors={errors} onChange={change} onSubmit={submit} />
    </Dialog>
  )
}
