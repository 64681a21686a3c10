import type { RequestPriority } from './request-priority.ts'
import type { Session } from './session.ts'

/** The service, asked in the open workspace. Every request through one has the same priority. */
export type WorkspaceApi = Pick<Session, 'workspace' | 'use'>

/** `interactive`: a user waits for the answer, so it goes before everything in the background. */
export function createWorkspaceApi(
  session: WorkspaceApi,
  requests: Pick<RequestPriority, 'runInteractive'>,
  { priority }: { readonly priority: 'interactive' | 'background' },
): WorkspaceApi {
  if (priority === 'background') return { workspace: session.workspace, use: session.use }
  return { workspace: session.workspace, use: (work) => requests.runInteractive(() => session.use(work)) }
}
