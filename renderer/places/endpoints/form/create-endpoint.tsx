import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { AppError } from '#shared/errors.ts'
import { ErrorDetails } from '#ui/feedback/error-details.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { UndecidedCreations } from '../../../nouns/attention/unfinished-row.tsx'
import type { EndpointStart } from '../../../nouns/endpoints/endpoint-requests.ts'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import css from '../../../nouns/endpoints/form/endpoint-form.module.css'
import { endpointList, isUndecided, unfinishedCreations } from '../../../nouns/endpoints/queries.ts'
import { useEndpointRequest } from '../../../nouns/endpoints/use-endpoint-request.ts'
import { tunnelStatus } from '../../../nouns/tunnel/queries.ts'
import { create as copy } from './copy.ts'
import {
  draftOf,
  emptyFields,
  type FieldErrors,
  fieldErrorsOf,
  newDraftName,
  startingWith,
  validateFields,
} from './endpoint-fields.ts'
import { EndpointSheet, useEndpointDraft } from './endpoint-sheet.tsx'
import { proposedName } from './proposed-name.ts'

export function CreateEndpoint({
  start,
  onCreated,
  onClose,
}: {
  /** A subscription that the user chose on another page, such as the coverage page. */
  readonly start: EndpointStart | undefined
  readonly onCreated: (endpoint: Endpoint) => void
  readonly onClose: () => void
}) {
  const api = useApi()
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const folders = useFolderNames()
  const { parents } = folders
  const { data: known = [] } = useQuery(endpointList(api))
  const name = newDraftName(start)
  const initial = startingWith(emptyFields, start)
  const draft = useEndpointDraft(name, initial)
  const [fields, , clearDraft] = draft
  const proposed = proposedName(fields, folders, known)
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const request = useEndpointRequest(name, (created) => created && onCreated(created))
  const errors = request.failure ? fieldErrorsOf(request.failure) : mistakes
  // Creations that the user must decide about first, so that no endpoint is created twice.
  const { data: unfinished = [] } = useQuery(unfinishedCreations(api))
  const mustDecide = unfinished.some(isUndecided)
  const wantsUrl = fields.receiver === 'inspector' && tunnel?.publicUrl === null

  const submit = () => {
    if (mustDecide) return
    const wrong = wantsUrl
      ? {
          ...validateFields(fields, parents),
          receiver: copy.noPublicAddress,
        }
      : validateFields(fields, parents)
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    const place = { form: 'new', start } as const
    const named = { ...fields, label: fields.label ?? proposed }
    request.submit({ kind: 'create', place, input: draftOf(named, parents) }, () => clearDraft(fields))
  }

  return (
    <EndpointSheet
      title={copy.title}
      action={copy.submit}
      draft={draft}
      isChanged={JSON.stringify(fields) !== JSON.stringify(initial)}
      proposed={proposed}
      errors={errors}
      failure={request.failure}
      above={
        mustDecide ? (
          <DecideFirst failure={request.failure}>
            <UndecidedCreations
              onMade={(made) => {
                clearDraft()
                onCreated(made)
              }}
            />
          </DecideFirst>
        ) : null
      }
      pending={request.pending}
      since={request.since}
      isDisabled={mustDecide}
      onChange={() => {
        setMistakes({})
        request.dismissFailure()
      }}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

/** Shows what the user must decide first. Takes the focus, because the submit button is disabled. */
function DecideFirst({
  failure,
  children,
}: {
  readonly failure: AppError | null
  readonly children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={css.above}>
      {failure ? (
        <div className={css.reason}>
          <p>
            <VisibleText text={failure.message} />
          </p>
          <ErrorDetails error={failure} />
        </div>
      ) : null}
      <p className={css.hint}>{copy.decideFirst}</p>
      {children}
    </div>
  )
}
