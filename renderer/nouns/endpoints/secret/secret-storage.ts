import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { storage } from './copy.ts'

/** Whether the open workspace is a sandbox, whose secrets are worthless elsewhere. */
export const isSandbox = (session: SessionStatus) =>
  session.state !== 'welcome' && session.workspace.kind === 'sandbox'

/** Whether the user doesn't have to copy a secret, because it survives a restart or is from a sandbox. */
export const isSecretKept = (session: SessionStatus) => session.keychain === 'ready' || isSandbox(session)

export const secretStorage = (session: SessionStatus) =>
  storage[session.keychain !== 'ready' && isSandbox(session) ? 'sandbox' : session.keychain]
