import type { Session } from 'electron'
import { pageOrigin } from './app-protocol.ts'

/**
 * Denies permissions, which Electron grants by default. The page may only copy text, and only from its main frame on the app's
 * origin.
 */
export function denyPermissions(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
  >,
): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { isMainFrame, requestingUrl }) => {
    decide(isGranted(permission, isMainFrame, requestingUrl))
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { isMainFrame }) =>
    isGranted(permission, isMainFrame, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, decide) => decide({}))
}

function isGranted(permission: string, isMainFrame: boolean, from: string): boolean {
  return permission === 'clipboard-sanitized-write' && isMainFrame && isPage(from)
}

/**
 * Returns whether the address is on the app's origin. Electron passes an origin with or without a slash, or a URL with a path.
 */
function isPage(from: string): boolean {
  return from === pageOrigin || from.startsWith(`${pageOrigin}/`)
}
