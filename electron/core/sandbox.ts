import type { Inspector } from '#core/deliveries/inspector.ts'
import type { Endpoints } from '#core/endpoints/endpoints.ts'
import type { NoteIndex } from '#core/notes/index/note-index.ts'
import type { Log, OpenSandbox, SandboxService } from '#core/platform/ports.ts'
import type { Tunnel } from '#core/tunnel/tunnel.ts'
import type { Surprises } from '#core/workspaces/api-differences.ts'
import type { Session } from '#core/workspaces/session.ts'
import { sandboxWorkspaceId } from '#core/workspaces/workspace-of.ts'
import { scopes } from '#shared/endpoints/scopes.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

/**
 * The sandbox workspace: the sandbox service beside the app, opened like any other and with one endpoint that leads here.
 * While another workspace is open it is suspended, endpoints and all, until it is opened again or the app quits.
 */
export interface Sandbox {
  isOpen(): boolean
  /** Started, and not stopped since: open, or suspended. */
  isStarted(): boolean
  /** 1 before it is started. */
  clockSpeed(): number
  /** Starts it, or resumes it as it was left. */
  start(notes?: number): Promise<SessionStatus>
  /** Ends it, and its endpoints with it. */
  stop(): Promise<SessionStatus>
  /** Another workspace is open. */
  follow(): void
  /** At quit: nothing is asked of the keychain, which may not answer in time. */
  close(): Promise<void>
  /** How many listen to events: the sandbox service keeps still while nobody watches. */
  setAudience(listeners: number): void
}

export interface SandboxOptions {
  readonly open: OpenSandbox
  readonly session: Session
  readonly tunnel: Tunnel
  readonly endpoints: Endpoints
  readonly index: Pick<NoteIndex, 'forget'>
  readonly surprises: Pick<Surprises, 'forget'>
  readonly inspector: Pick<Inspector, 'status'>
  /** It was started or stopped. */
  readonly onChange: () => void
  readonly log: Log
}

const usualNotes = 1_200

export function createSandbox({
  open,
  session,
  tunnel,
  endpoints,
  index,
  surprises,
  inspector,
  onChange,
  log,
}: SandboxOptions): Sandbox {
  let service: SandboxService | null = null
  let audience = 0
  /** As many as somebody asked for in this run, so that coming back finds a workspace of the same size. */
  let lastNotes = usualNotes
  let turn: Promise<unknown> = Promise.resolve()
  /** Deleting a large index takes seconds: the next start waits for it, whoever goes on to another workspace does not. */
  let clearing: Promise<unknown> = Promise.resolve()

  /** Starts and stops never overlap: each waits for the one before. */
  const inTurn = (work: () => Promise<SessionStatus>): Promise<SessionStatus> => {
    const result = turn.then(work)
    turn = result.catch(() => {}).then(onChange)
    return result
  }

  const listenerOrigin = () => {
    const status = inspector.status()
    return status.state === 'listening' ? status.origin : null
  }

  const isOpen = () => service !== null && session.workspace()?.id === sandboxWorkspaceId

  const follow = () => {
    service?.setSuspended(!isOpen())
    tunnel.setSandbox(isOpen() ? (service?.tunnelUrl ?? null) : null)
  }

  return {
    isOpen,
    isStarted: () => service !== null,
    follow,
    clockSpeed: () => service?.clockSpeed() ?? 1,
    start: (notes = lastNotes) =>
      inTurn(async () => {
        if (service) return isOpen() ? session.status() : session.openSandbox(service)
        await clearing
        // Endpoints of an earlier run are gone with it; what they received stays.
        await endpoints.forgetWorkspace(sandboxWorkspaceId)
        await index.forget(sandboxWorkspaceId)
        surprises.forget(sandboxWorkspaceId)
        lastNotes = notes
        service = await open({ notes, listenerOrigin })
        const status = session.openSandbox(service)
        await endpoints
          .create({ receiver: { kind: 'inspector' }, scopes: [...scopes], events: [], folderIds: [] })
          .catch((error) => log.error('The first sandbox endpoint could not be created.', error))
        service.setWatched(audience > 0)
        return status
      }),
    stop: () =>
      inTurn(async () => {
        if (!service) return session.status()
        const ending = service
        service = null
        ending.setSuspended(true)
        follow()
        const status = await session.closeSandbox()
        await ending.close()
        await endpoints.forgetWorkspace(sandboxWorkspaceId)
        clearing = index
          .forget(sandboxWorkspaceId)
          .catch((error) => log.error('The index of the sandbox workspace could not be deleted.', error))
        return status
      }),
    async close() {
      await turn
      await clearing
      await service?.close()
    },
    setAudience(listeners) {
      audience = listeners
      service?.setWatched(audience > 0)
    },
  }
}
