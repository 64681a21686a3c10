import type { RequestPriority } from './request-priority.ts'
import type { Session } from './session.ts'

/** The open workspace's API. All requests made through it have the same priority. */
export type WorkspaceApi = Pick<Session, 'workspace' | 'use'>

/** `interactive` means that a user is waiting for the requests. */
export function createWorkspaceApi(
  session: WorkspaceApi,
  requests: Pick<RequestPriority, 'runInteractive'>,
  { priority }: { readonly priority: 'interactive' | 'background' },
): WorkspaceApi {
  if (priority === 'background') return { workspace: session.workspace, use: session.use }
  return { workspace: session.workspace, use: (work) => requests.runInteractive(() => session.use(work)) }
}
