import type { Page } from '../../../renderer/host/http-transport.ts'

/**
 * Returns the part of a page that the HTTP transport uses, so that a test can connect to a browser host without a browser.
 * Requests have the headers that a browser would send. `onReply` gets the full text of every reply except the endless event
 * stream.
 */
export function browserPage(url: string, onReply: (path: string, text: string) => void = () => {}): Page {
  const { origin, hash, pathname, search } = new URL(url)
  const kept = new Map<string, string>()
  return {
    async fetch(input, init) {
      const target = new URL(String(input), origin)
      const headers = new Headers(init?.headers)
      headers.set('Origin', origin)
      headers.set('Sec-Fetch-Site', 'same-origin')
      const response = await fetch(target, { ...init, headers })
      if (target.pathname !== '/events') onReply(target.pathname, await response.clone().text())
      return response
    },
    history: { state: null, replaceState: () => {} },
    location: { hash, pathname, search },
    sessionStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  }
}
