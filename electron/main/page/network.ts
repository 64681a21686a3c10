import type { WebRequest } from 'electron'
import { pageUrl } from './app-protocol.ts'

export function denyNetwork(webRequest: Pick<WebRequest, 'onBeforeRequest'>): void {
  webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => {
    decide({ cancel: !isAllowed(url) })
  })
}

/** Allows the bundle, and the developer tools of an unpackaged app, which use Chromium's own scheme. */
function isAllowed(url: string): boolean {
  return url.startsWith(pageUrl) || url.startsWith('devtools://')
}
