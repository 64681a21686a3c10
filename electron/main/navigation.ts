import type { Event, WebContents } from 'electron'

/**
 * A page stays where it was loaded. The app's own places are fragments of its address, which are no navigation; whatever
 * else would take the page, a frame in it or a new window elsewhere would find our preload there.
 */
export function denyNavigation(contents: WebContents): void {
  const deny = (event: Pick<Event, 'preventDefault'>) => event.preventDefault()
  contents.on('will-navigate', deny)
  contents.on('will-frame-navigate', deny)
  contents.on('will-redirect', deny)
  contents.on('will-attach-webview', deny)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
