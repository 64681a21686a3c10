import type { Event, Session, WebContents, WebRequest } from 'electron'
import { pageOrigin, pageUrl } from './app-protocol.ts'

type Navigation = Pick<Event, 'preventDefault'> & { readonly url: string; readonly isMainFrame: boolean }

/**
 * Blocks all navigation except a reload, which Electron treats as navigation too. The app's routes are fragments, which don't
 * navigate. Any other page, frame or window would get the preload script.
 */
export function denyNavigation(contents: WebContents): void {
  const deny = (event: Pick<Event, 'preventDefault'>) => event.preventDefault()
  const denyAllButReload = (event: Navigation) => {
    const isReload = event.isMainFrame && withoutFragment(event.url) === withoutFragment(contents.getURL())
    if (!isReload) event.preventDefault()
  }
  contents.on('will-navigate', denyAllButReload)
  contents.on('will-frame-navigate', denyAllButReload)
  contents.on('will-redirect', deny)
  contents.on('will-attach-webview', deny)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, '')

export function denyNetwork(webRequest: Pick<WebRequest, 'onBeforeRequest'>): void {
  webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => {
    decide({ cancel: !isAllowed(url) })
  })
}

/** Allows the bundle, and the developer tools of an unpackaged app, which use Chromium's own scheme. */
function isAllowed(url: string): boolean {
  return url.startsWith(pageUrl) || url.startsWith('devtools://')
}

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

export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}
