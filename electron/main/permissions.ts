import type { Session } from 'electron'
import { pageOrigin } from './app-protocol.ts'

/**
 * Electron grants by default. The page may copy text and nothing else, and only the page itself: no frame in it, no other
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

/** An origin comes with or without its slash, an address with a path behind it. */
function isPage(from: string): boolean {
  return from === pageOrigin || from.startsWith(`${pageOrigin}/`)
}
