/** Messages between the app's process and the test's browser. All of them can be cloned. */

export interface FrameFacts {
  /** Key that is stable for the lifetime of the frame. */
  readonly key: string
  readonly isMain: boolean
  readonly detached: boolean
  /** URL as Electron reports it, with the app's own scheme. */
  readonly url: string
  readonly origin: string
}

export interface PageOrder {
  readonly contentsId: number
  readonly partition: string
  readonly preload: string | null
  readonly preloadInFrames: boolean
}

export interface RequestFacts {
  readonly contentsId: number
  readonly url: string
  readonly method: string
  readonly resourceType: ResourceType
  /** Set if the page itself started the navigation. */
  readonly byPage: boolean
  readonly isNavigation: boolean
  readonly isMainFrame: boolean
}

export type ResourceType =
  | 'mainFrame'
  | 'subFrame'
  | 'stylesheet'
  | 'script'
  | 'image'
  | 'font'
  | 'xhr'
  | 'other'

export type Verdict =
  | { readonly action: 'stay' | 'cancel' | 'continue' }
  | {
      readonly action: 'fulfill'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array
    }

export interface PageMessage {
  readonly contentsId: number
  readonly kind: 'invoke' | 'send'
  readonly channel: string
  readonly args: readonly unknown[]
  readonly frame: FrameFacts
}

export type ContentsEvent =
  | 'did-navigate'
  | 'did-navigate-in-page'
  | 'did-finish-load'
  | 'render-process-gone'
  | 'page-closed'

/** Maps any host of the app's scheme to an https origin that doesn't exist on the network. */
export function toChromium(url: string): string {
  return url.replace(/^(app):\/\/([^/?#]*)/, (_all, scheme, host) => `https://${host}.${scheme}.invalid`)
}

export function fromChromium(url: string): string {
  return url.replace(
    /^https:\/\/([^/?#]*)\.(app)\.invalid(?=[/?#]|$)/,
    (_all, host, scheme) => `${scheme}://${host}`,
  )
}
