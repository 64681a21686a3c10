import { AppError } from '#shared/errors.ts'
import type { WorkspaceApi } from './api.ts'
import { notConnected } from './no-workspace.ts'
import type { Session } from './session.ts'

/** The workspace that was open when some work began. The work never continues in another one. */
export interface OpenWorkspace {
  readonly id: string
  isOpen(): boolean
  /** Rejects with `canceled` after another workspace was opened, otherwise as `Session.use` does. */
  readonly use: Session['use']
}

/** Throws `AppError` `not-connected`. */
export function openWorkspaceId(session: Pick<Session, 'workspace'>): string {
  const workspace = session.workspace()
  if (!workspace) throw notConnected()
  return workspace.id
}

/** Throws `AppError` `not-connected`. */
export function openWorkspace(session: WorkspaceApi): OpenWorkspace {
  const id = openWorkspaceId(session)
  const isOpen = () => session.workspace()?.id === id
  return {
    id,
    isOpen,
    async use(work) {
      if (isOpen()) return session.use(work)
      throw new AppError('canceled', 'Canceled: another workspace was opened.')
    },
  }
}
