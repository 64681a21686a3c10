import type { WebRequest } from 'electron'
import { pageUrl } from './app-protocol.ts'

/** The page has no network access: every request in its session that is not for the bundle is canceled. */
export function denyNetwork(webRequest: Pick<WebRequest, 'onBeforeRequest'>): void {
  webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => {
    decide({ cancel: !isAllowed(url) })
  })
}

/** The developer tools, available only in an unpackaged app, load over Chromium's own scheme. */
function isAllowed(url: string): boolean {
  return url.startsWith(pageUrl) || url.startsWith('devtools://')
}
