import type { Event, WebContents } from 'electron'

type Navigation = Pick<Event, 'preventDefault'> & { readonly url: string; readonly isMainFrame: boolean }

/**
 * A page stays where it was loaded. The app's own places are fragments of its address, which are no navigation; whatever
 * else would take the page, a frame in it or a new window elsewhere would find our preload there. The page may only load
 * itself again, which Electron counts as a navigation too.
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
