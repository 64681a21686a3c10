import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceOptions, WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { useApi } from '../../host/client.ts'
import { updateWorkspace } from '../workspaces/index.ts'
import { messageFor } from './use-setting.ts'

/** Changes one service setting of a workspace, and keeps its error to show beside the field. */
export function useServiceSetting<Name extends keyof ServiceOptions>({ id }: WorkspaceSummary, name: Name) {
  const change = useMutation(updateWorkspace(useApi(), useQueryClient()))
  const [rejected, setRejected] = useState(false)
  return {
    error: change.isError && rejected ? messageFor(`changes.${name}`, change.error) : null,
    set(value: ServiceOptions[Name]) {
      setRejected(true)
      change.mutate({ id, changes: { [name]: value } })
    },
    forget: () => setRejected(false),
  }
}
