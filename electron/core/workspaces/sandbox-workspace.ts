import type { Workspace } from '#shared/workspaces/session-contract.ts'
import type { StoredWorkspace } from './workspace-store.ts'

export const sandboxWorkspaceId = 'sandbox'
export const sandboxLabel = 'Sandbox workspace'

export const workspaceOf = (stored: StoredWorkspace): Workspace => ({ ...stored, kind: 'service' })

export const workspaceOfSandbox = (baseUrl: string): Workspace => ({
  id: sandboxWorkspaceId,
  kind: 'sandbox',
  label: sandboxLabel,
  baseUrl,
})
