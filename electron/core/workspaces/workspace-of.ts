import type { Workspace } from '#shared/workspaces/session-contract.ts'
import type { StoredProfile } from './profile-store.ts'

export const practiceWorkspaceId = 'practice'

export const workspaceOf = (stored: StoredProfile): Workspace => ({ ...stored, kind: 'service' })

export const workspaceOfPractice = (baseUrl: string): Workspace => ({
  id: practiceWorkspaceId,
  kind: 'practice',
  label: 'Practice workspace',
  baseUrl,
})
