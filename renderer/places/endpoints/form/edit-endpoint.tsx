import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ChangedMeanwhile, words as meanwhile } from '#ui/feedback/changed-meanwhile.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../../host/client.ts'
import type { EndpointStart } from '../../../nouns/endpoints/endpoint-requests.ts'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { useEndpointRequest } from '../../../nouns/endpoints/use-endpoint-request.ts'
import { edit as copy, fieldNames } from './copy.ts'
import {
  changesOf,
  type FieldErrors,
  fieldErrorsOf,
  fieldsOf,
  newDraftName,
  newFields,
  startingWith,
  startOf,
  validateFields,
} from './endpoint-fields.ts'
import { EndpointSheet, useEndpointDraft, useEndpointEdit } from './endpoint-sheet.tsx'
import { proposedName } from './proposed-name.ts'

/**
 * Edits an endpoint. Only changed fields are sent. If the endpoint is deleted during the edit, the input can be used to create a
 * new one.
 */
export function EditEndpoint({
  endpoint,
  isGone,
  start,
  onClose,
  onCreate,
}: {
  readonly endpoint: Endpoint
  readonly isGone: boolean
  readonly start: EndpointStart | undefined
  readonly onClose: () => void
  /** Opens the form for a new endpoint, which starts with this edit's values. */
  readonly onCreate: (start: EndpointStart) => void
}) {
  const folders = useFolderNames()
  const { parents } = folders
  const { data: known = [] } = useQuery(endpointList(useApi()))
  const others = known.filter(({ id }) => id !== endpoint.id)
  const name = `endpoint-edit:${endpoint.id}${start ? `:${JSON.stringify(start)}` : ''}`
  const now = fieldsOf(endpoint)
  const draft = useEndpointEdit(name, { initial: startingWith(now, start), now })
  const { clear: clearDraft, conflicts, takeCurrent } = draft
  // A proposed name changes along with the subscription, unless the user has edited the name.
  const isProposed =
    draft.fields.label === null ||
    (draft.fields.label === now.label && now.label === proposedName(now, folders, others))
  const proposed = proposedName(draft.fields, folders, others)
  const fields = isProposed ? { ...draft.fields, label: proposed } : draft.fields
  const asNew = newFields(fields, endpoint)
  const newStart = startOf(asNew)
  const [, fillNew] = useEndpointDraft(newDraftName(newStart), asNew)
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const request = useEndpointRequest(name, onClose)
  const { failure, pending, kind } = request
  const errors = failure ? fieldErrorsOf(failure) : mistakes
  const changes = changesOf(endpoint, fields, parents)
  const unchanged = Object.keys(changes).length === 0
  const place = { form: 'edit', endpoint: endpoint.id, start } as const

  const replace = () => {
    const { enabled: _, label, ...writable } = changes
    const input = { id: endpoint.id, why: 'change', changes: writable } as const
    request.submit({ kind: 'replace', place, input, label }, (prefix) => {
      toast({ title: copy.replaced(prefix), description: copy.replacedText })
      clearDraft()
    })
  }

  const submit = () => {
    if (unchanged || isGone) return
    const wrong = validateFields(fields, parents, endpoint)
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    request.submit({ kind: 'change', place, input: { id: endpoint.id, changes } }, (prefix) => {
      toast({ title: copy.changed(prefix) })
      clearDraft()
    })
  }

  return (
    <EndpointSheet
      title={copy.title}
      action={conflicts.length > 0 ? meanwhile.save : copy.submit}
      draft={[isProposed ? { ...fields, label: null } : fields, draft.change, clearDraft, draft.restored]}
      isChanged={!unchanged && !isGone}
      proposed={proposed}
      notice={
        isGone ? (
          <Banner
            tone="warn"
            title={copy.deleted}
            action={
              <Button
                size="small"
                onPress={() => {
                  fillNew(asNew)
                  clearDraft()
                  onCreate(newStart)
                }}
              >
                {copy.createAgain}
              </Button>
            }
          >
            {copy.deletedText}
          </Banner>
        ) : conflicts.length > 0 && !pending ? (
          <ChangedMeanwhile fields={conflicts.map((field) => fieldNames[field])} onTake={takeCurrent} />
        ) : null
      }
      errors={errors}
      failure={failure}
      failureAction={
        failure && canReplace.has(failure.code) ? (
          <Button size="small" pending={pending} onPress={replace}>
            {copy.replace}
          </Button>
        ) : null
      }
      before={endpoint}
      pending={pending && kind === 'change'}
      since={request.since}
      isDisabled={unchanged || isGone}
      onChange={() => {
        setMistakes({})
        request.dismissFailure()
      }}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

const canReplace: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['update-unsupported', 'change-ignored'])
