import type { Event, WebContents } from 'electron'

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
