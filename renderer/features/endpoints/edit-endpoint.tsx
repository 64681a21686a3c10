import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { asAppError, type ErrorCode } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { updateEndpoint } from '../../queries/endpoints.ts'
import { replaceEndpoint } from '../../queries/replacements.ts'
import { useSubmission } from '../../queries/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { besideFields, changesOf, type FieldErrors, fieldsOf, mistakesIn } from './endpoint-fields.ts'
import { EndpointSheet, useEndpointDraft } from './endpoint-sheet.tsx'
import type { EndpointStart } from './endpoints-search.ts'
import { useFolderNames } from './folder-names.ts'

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
  const update = useSubmission(updateEndpoint(useApi(), useQueryClient()))
  const replace = useSubmission(replaceEndpoint(useApi(), useQueryClient()))
  const { parents } = useFolderNames()
  const name = `endpoint-edit:${endpoint.id}${start ? `:${JSON.stringify(start)}` : ''}`
  const draft = useEndpointDraft(name, { ...fieldsOf(endpoint), ...start })
  const [fields, , clearDraft] = draft
  const [errors, setErrors] = useState<FieldErrors>({})
  const changes = changesOf(endpoint, fields, parents)
  const unchanged = Object.keys(changes).length === 0

  const failure = replace.isError
    ? asAppError(replace.error)
    : update.isError
      ? asAppError(update.error)
      : null
  const replaceIt = () => {
    const { enabled: _, ...writable } = changes
    replace.mutate(
      { id: endpoint.id, why: 'change', changes: writable },
      {
        onSuccess: () => {
          toast({ title: 'The twin was created.', description: 'Both receive until you delete the old one.' })
          clearDraft()
          onClose()
        },
        onError: (error) => setErrors(besideFields(asAppError(error))),
      },
    )
  }

  const submit = () => {
    if (unchanged) return
    const wrong = mistakesIn(fields)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    update.mutate(
      { id: endpoint.id, changes },
      {
        onSuccess: () => {
          toast({ title: 'The endpoint was changed.' })
          clearDraft()
          onClose()
        },
        onError: (error) => setErrors(besideFields(asAppError(error))),
      },
    )
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
          <Button size="small" pending={replace.isPending} onPress={replaceIt}>
            Replace it by a twin…
          </Button>
        ) : null
      }
      before={endpoint}
      pending={update.isPending}
      isDisabled={unchanged}
      onChange={() => {
        setErrors({})
        update.reset()
        replace.reset()
      }}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

/** The service does not offer the change, or answered as if it had made it. */
const canReplace: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['update-unsupported', 'change-ignored'])
