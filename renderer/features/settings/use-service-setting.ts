import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile, ServiceWays } from '#shared/workspaces/contract.ts'
import { useApi } from '../../host/client.ts'
import { updateProfile } from '../workspaces/index.ts'
import { messageFor } from './use-setting.ts'

/** Changes one service setting of a workspace, and keeps its error to show beside the field. */
export function useServiceSetting<Name extends keyof ServiceWays>({ id }: Profile, name: Name) {
  const change = useMutation(updateProfile(useApi(), useQueryClient()))
  const [rejected, setRejected] = useState(false)
  return {
    error: change.isError && rejected ? messageFor(`changes.${name}`, change.error) : null,
    set(value: ServiceWays[Name]) {
      setRejected(true)
      change.mutate({ id, changes: { [name]: value } })
    },
    forget: () => setRejected(false),
  }
}
