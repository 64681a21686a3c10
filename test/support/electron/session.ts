import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { app } from './app.ts'
import { createNetFetch } from './net-fetch.ts'

type Permission = Parameters<NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>>[1]

export interface PermissionQuestion {
  readonly permission: Permission
  readonly origin: string
  readonly url: string
  readonly isMainFrame: boolean
}

/** A session that permits everything unless a handler denies it. */
function createSession(partition: string, options: Electron.FromPartitionOptions | undefined) {
  const schemes = new Map<string, Parameters<Electron.Protocol['handle']>[1]>()
  let beforeRequest: Parameters<Electron.WebRequest['onBeforeRequest']>[0] | null = null
  let onRequest: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
  let onCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
  let onDevice: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null
  let onDisplay: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0] = null

  const members = {
    setPermissionRequestHandler: (handler: typeof onRequest) => {
      onRequest = handler
    },
    setPermissionCheckHandler: (handler: typeof onCheck) => {
      onCheck = handler
    },
    setDevicePermissionHandler: (handler: typeof onDevice) => {
      onDevice = handler
    },
    setDisplayMediaRequestHandler: (handler: typeof onDisplay) => {
      onDisplay = handler
    },
    fetch: createNetFetch(),
  } satisfies Partial<Electron.Session>

  const protocol = {
    handle: (scheme, handler) => {
      if (schemes.has(scheme)) throw new Error(`The scheme ${scheme} has been intercepted`)
      schemes.set(scheme, handler)
    },
    isProtocolHandled: (scheme) => schemes.has(scheme),
    registerSchemesAsPrivileged: (custom) => registerSchemes(custom),
  } satisfies Partial<Electron.Protocol>

  const webRequest = {
    onBeforeRequest: (
      _filter: Electron.WebRequestFilter | typeof beforeRequest,
      listener?: typeof beforeRequest,
    ) => {
      if (listener !== undefined) beforeRequest = listener
    },
  }

  return Object.assign(new EventEmitter(), {
    ...members,
    protocol,
    webRequest,
    /** Behavior of Chromium in Electron, for other simulated modules and for tests. */
    standIn: {
      partition,
      options,
      handlerOf: (scheme: string) => (isStandard(scheme) ? schemes.get(scheme) : undefined),
      isCanceled: (details: Electron.OnBeforeRequestListenerDetails) =>
        new Promise<boolean>((resolve) => {
          if (!beforeRequest) resolve(false)
          else beforeRequest(details, (response) => resolve(response.cancel === true))
        }),
      check: ({ permission, origin, url, isMainFrame }: PermissionQuestion) =>
        onCheck?.(null, permission, origin, { isMainFrame, requestingUrl: url }) ?? true,
      request: (contents: Electron.WebContents, { permission, url, isMainFrame }: PermissionQuestion) =>
        new Promise<boolean>((resolve) => {
          if (!onRequest) resolve(true)
          else onRequest(contents, permission, resolve, { isMainFrame, requestingUrl: url })
        }),
      device: (details: Electron.DevicePermissionHandlerHandlerDetails) => onDevice?.(details) ?? true,
      /** Resolves to whether a page that requests to record the screen gets a stream. */
      display: (request: Electron.DisplayMediaRequestHandlerHandlerRequest) =>
        new Promise<boolean>((resolve) => {
          if (!onDisplay) resolve(true)
          else onDisplay(request, (streams) => resolve(Object.keys(streams ?? {}).length > 0))
        }),
    },
  })
}

export type StandInSession = ReturnType<typeof createSession>

const sessions = new Map<string, StandInSession>()
const standard = new Set<string>()
const privilegesOf = new Map<string, Electron.Privileges>()

function fromPartition(partition: string, options?: Electron.FromPartitionOptions): StandInSession {
  const known = sessions.get(partition)
  if (known) return known
  const created = createSession(partition, options)
  sessions.set(partition, created)
  return created
}

/** Registers schemes, which must happen before `ready`. Otherwise a scheme is not standard, and no page can have its origin. */
function registerSchemes(custom: Electron.CustomScheme[]): void {
  if (app.isReady())
    throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  for (const { scheme, privileges } of custom) {
    privilegesOf.set(scheme, privileges ?? {})
    if (privileges?.standard && privileges.secure) standard.add(scheme)
  }
}

function isStandard(scheme: string): boolean {
  return standard.has(scheme)
}

export const session = {
  fromPartition,
  defaultSession: fromPartition(''),
  standIn: { privilegesOf: () => Object.fromEntries(privilegesOf) },
}
