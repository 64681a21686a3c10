import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { asAppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { createEndpoint, endpointList } from '../../queries/endpoints.ts'
import { tunnelStatus } from '../../queries/tunnel.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { besideFields, draftOf, emptyFields, type FieldErrors, mistakesIn } from './endpoint-fields.ts'
import { EndpointSheet, useDraftName, useEndpointDraft } from './endpoint-sheet.tsx'
import type { EndpointStart } from './endpoints-search.ts'
import { useFolderNames } from './folder-names.ts'
import { isLostCode, isLostCreate, type LostCreate, LostReply } from './lost-reply.tsx'

/** Makes a new endpoint. */
export function CreateEndpoint({
  start,
  onCreated,
  onClose,
}: {
  /** What it is to hear of, chosen elsewhere. It has a draft of its own. */
  readonly start: EndpointStart | undefined
  readonly onCreated: (endpoint: Endpoint) => void
  readonly onClose: () => void
}) {
  const api = useApi()
  const create = useMutation(createEndpoint(api, useQueryClient()))
  const list = useQuery(endpointList(api))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const { parents } = useFolderNames(true)
  const name = start ? `endpoint-new:${JSON.stringify(start)}` : 'endpoint-new'
  const draft = useEndpointDraft(name, { ...emptyFields, ...start })
  const [fields, , clearDraft] = draft
  const [errors, setErrors] = useState<FieldErrors>({})
  // Outlives a reload like the draft: without it the form would invite a second endpoint.
  const [lost, setLost, clearLost] = useDraft<LostCreate | null>(
    useDraftName('endpoint-lost'),
    null,
    isLostCreate,
  )
  const wantsUrl = fields.receiver === 'inspector' && tunnel?.publicUrl === null

  const submit = () => {
    if (create.isPending || lost !== null) return
    const wrong = wantsUrl
      ? { ...mistakesIn(fields), receiver: 'State a public address first, or choose a URL of your own.' }
      : mistakesIn(fields)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const known = list.data?.map(({ id }) => id) ?? []
    create.mutate(draftOf(fields, parents), {
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

  return (
    <EndpointSheet
      title="New endpoint"
      action="Create endpoint"
      draft={draft}
      errors={errors}
      failure={create.isError ? asAppError(create.error) : null}
      above={
        lost ? (
          <LostReply
            lost={lost}
            receiver={draftOf(fields, parents).receiver}
            publicUrl={tunnel?.publicUrl ?? null}
            onReady={() => {
              clearLost()
              create.reset()
            }}
          />
        ) : null
      }
      pending={create.isPending}
      isDisabled={lost !== null}
      onChange={() => {
        setErrors({})
        if (lost === null) create.reset()
      }}
      onSubmit={submit}
      onCancel={clearLost}
      onClose={onClose}
    />
  )
}
