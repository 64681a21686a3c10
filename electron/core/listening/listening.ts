import type { EndpointListing } from '#core/endpoints/endpoints.ts'
import { openWorkspace } from '#core/workspaces/open-workspace.ts'
import { sandboxWorkspaceId } from '#core/workspaces/workspace-of.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { createLeftEndpoints } from './left-endpoints.ts'
import {
  createWorkspaceListening,
  type WorkspaceListening,
  type WorkspaceListeningOptions,
} from './workspace-listening.ts'

/** Listening, of each workspace by itself: several may listen at once, and the page is told of the open one. */
export interface Listening {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `listening.${string}`>>
  /** The service listed the endpoints of a workspace, asked at `beganMs` of the monotonic clock. */
  saw(workspaceId: string, listed: EndpointListing, beganMs: number): void
  /** The endpoint of one path was deleted, and that of another stands for it. */
  replaced(token: string, twinToken: string): void
  /** At quit: temporary endpoints are deleted, if the service answers within five seconds. */
  close(): Promise<void>
}

export type ListeningOptions = Omit<
  WorkspaceListeningOptions,
  'workspaceId' | 'left' | 'releaseTunnel' | 'onChange'
> &
  Omit<Parameters<typeof createLeftEndpoints>[0], 'isLive'>

/** The desktop waits 6 s for everything to end. What is not deleted by then is offered at the next start. */
const quitMs = 5_000

export function createListening(options: ListeningOptions): Listening {
  const { session, tunnel, journal, hub } = options
  const all = new Map<string, WorkspaceListening>()
  const openId = () => session.workspace()?.id ?? null

  const left = createLeftEndpoints({
    ...options,
    isLive: ({ workspaceId, token }) => all.get(workspaceId)?.holds(token) ?? false,
  })

  /** The sandbox workspace has an address of its own. */
  const onTunnel = () => [...all].filter(([id]) => id !== sandboxWorkspaceId).map(([, one]) => one)

  const of = (workspaceId: string): WorkspaceListening => {
    const known = all.get(workspaceId)
    if (known) return known
    const made = createWorkspaceListening({
      ...options,
      workspaceId,
      left,
      onChange(status) {
        if (openId() === workspaceId) hub.publish('listening.changed', status)
      },
      async releaseTunnel() {
        const heir = onTunnel().find((one) => one !== made && one.isBusy())
        if (heir) heir.takeTunnel()
        else await tunnel.stop()
      },
    })
    all.set(workspaceId, made)
    return made
  }
  const here = () => of(openWorkspace(session).id)
  const status = () => (openId() === null ? ({ state: 'idle' } as const) : here().status())

  return {
    handlers: {
      'listening.status': status,
      'listening.start': (draft) => here().start(draft),
      'listening.stop': () => (openId() === null ? status() : here().stop()),
      'listening.keep': () => (openId() === null ? status() : here().keep()),
      'listening.leftovers': () => left.list(),
      'listening.clean': async ({ id, action }) => {
        await left.clean(id, action)
        return null
      },
    },
    saw: (workspaceId, listed, beganMs) => all.get(workspaceId)?.saw(listed, beganMs),
    replaced(token, twinToken) {
      const entry = journal.byToken(token)
      if (entry) all.get(entry.workspaceId)?.replaced(token, twinToken)
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, quitMs).unref())
      // The endpoints of the sandbox service end with it.
      await Promise.race([Promise.all(onTunnel().map((one) => one.close())), late])
    },
  }
}
