import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { useCheckSigning } from '../receivers/signing/use-check-signing.tsx'
import { copy } from './copy.ts'
import { startCheck } from './queries.ts'

export interface CheckRun {
  readonly start: (only?: readonly number[]) => void
  readonly isStarting: boolean
  /** Whether the user must still approve deliveries to the receiver's host. */
  readonly isBlocked: boolean
  readonly signing: { readonly field: ReactNode; readonly sample: ReactNode }
}

/** Starts checks of a receiver, signed with the secret that was chosen last. */
export function useCheckRun(receiver: Receiver, endpointIds: readonly string[]): CheckRun {
  const signing = useCheckSigning(receiver, endpointIds)
  const start = useSubmission({
    ...startCheck(useApi(), useQueryClient()),
    onError: (error) => toast({ tone: 'danger', title: copy.startFailed, description: error.message }),
  })
  return {
    start: (only) =>
      start.mutate({
        receiverId: receiver.id,
        signedBy: signing.signedBy,
        ...(only === undefined ? {} : { only: [...only] }),
      }),
    isStarting: start.isPending,
    isBlocked: receiver.address.approval === 'needed',
    signing,
  }
}
