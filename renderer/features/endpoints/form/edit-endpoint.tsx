import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import type { EndpointStart } from '../endpoints-search.ts'
import { useFolderNames } from '../folder-names.ts'
import { useEndpointRequest } from '../use-endpoint-request.ts'
import { changesOf, type FieldErrors, fieldErrorsOf, fieldsOf, validateFields } from './endpoint-fields.ts'
import { EndpointSheet, useEndpointDraft } from './endpoint-sheet.tsx'

/** Changes an endpoint: only what is different is sent. */
export function EditEndpoint({
  endpoint,
  start,
  onClose,
}: {
  readonly endpoint: Endpoint
  /** What it is to hear of from now on, chosen elsewhere. It has a draft of its own. */
  readonly start: EndpointStart | undefined
  readonly onClose: () => void
}) {
  const { parents } = useFolderNames()
  const name = `endpoint-edit:${endpoint.id}${start ? `:${JSON.stringify(start)}` : ''}`
  const draft = useEndpointDraft(name, { ...fieldsOf(endpoint), ...start })
  const [fields, , clearDraft] = draft
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const request = useEndpointRequest(name, onClose)
  const { failure, pending, kind } = request
  const errors = failure ? fieldErrorsOf(failure) : mistakes
  const changes = changesOf(endpoint, fields, parents)
  const unchanged = Object.keys(changes).length === 0
  const place = { form: 'edit', endpoint: endpoint.id, start } as const

  const replaceIt = () => {
    const { enabled: _, ...writable } = changes
    const input = { id: endpoint.id, why: 'change', changes: writable } as const
    request.submit({ kind: 'replace', place, input }, (prefix) => {
      const description = 'Both receive until you delete the old one.'
      toast({ title: `${prefix}A second endpoint was created.`, description })
      clearDraft()
    })
  }

  const submit = () => {
    if (unchanged) return
    const wrong = validateFields(fields, parents, endpoint)
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    request.submit({ kind: 'change', place, input: { id: endpoint.id, changes } }, (prefix) => {
      toast({ title: `${prefix}The endpoint was changed.` })
      clearDraft()
    })
  }

  return (
    <EndpointSheet
      title="Edit endpoint"
      action="Save changes"
      draft={draft}
      errors={errors}
      failure={failure}
      failureAction={
        failure && canReplace.has(failure.code) ? (
          <Button size="small" pending={pending} onPress={replaceIt}>
            Replace endpoint…
          </Button>
        ) : null
      }
      before={endpoint}
      pending={pending && kind === 'change'}
      since={request.since}
      isDisabled={unchanged}
      onChange={() => {
        setMistakes({})
        request.dismissFailure()
      }}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

/** The service does not offer the change, or answered as if it had made it. */
const canReplace: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['update-unsupported', 'change-ignored'])
