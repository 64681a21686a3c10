import { useQueryClient } from '@tanstack/react-query'
import type { LeftEndpoint } from '#shared/listening/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { resolveLeftoverEndpoint } from '../listening/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, left, times } from './copy.ts'

/** A temporary endpoint that an earlier run did not delete. */
export function LeftEndpointRow({ of: { id, url, createdAt } }: { readonly of: LeftEndpoint }) {
  const clean = useSubmission(resolveLeftoverEndpoint(useApi(), useQueryClient()))
  const actionButton = (label: string, action: 'delete' | 'keep') => (
    <Button
      size="small"
      pending={clean.isPending && clean.variables.action === action}
      isDisabled={clean.isPending}
      onPress={() => clean.mutate({ id, action })}
    >
      {label}
    </Button>
  )
  return (
    <AttentionRow
      title={left.title}
      about={[url]}
      when={
        <>
          {times.created} <TimeText iso={createdAt} />.
        </>
      }
      text={left.text}
      error={clean.error}
      actions={
        <>
          {actionButton(actions.delete, 'delete')}
          {actionButton(actions.keep, 'keep')}
        </>
      }
    />
  )
}
