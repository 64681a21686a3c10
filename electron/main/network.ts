import type { WebRequest } from 'electron'
import { pageUrl } from './app-protocol.ts'

/** The page talks to nobody: every request of its session that is not for the bundle is cancelled. */
export function denyNetwork(webRequest: Pick<WebRequest, 'onBeforeRequest'>): void {
  webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => {
    decide({ cancel: !isAllowed(url) })
  })
}

/** The developer tools, which exist only in an unpackaged app, load themselves over a scheme of Chromium's own. */
function isAllowed(url: string): boolean {
  return url.startsWith(pageUrl) || url.startsWith('devtools://')
}
