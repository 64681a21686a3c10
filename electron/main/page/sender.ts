import type { WebContents, WebFrameMain } from 'electron'
import { pageOrigin } from './app-protocol.ts'

export interface Sender {
  readonly sender: Pick<WebContents, 'id'> & { readonly mainFrame: unknown }
  readonly senderFrame: Pick<WebFrameMain, 'detached' | 'parent' | 'origin'> | null
}

/**
 * Returns whether a message comes from the page in one of the app's windows. Rejects detached frames, frames inside the page (an
 * `about:blank` frame shares the page's origin), other windows, and unknown values.
 */
export function isOurPage(
  { sender, senderFrame }: Sender,
  isOurWindow: (contentsId: number) => boolean,
): boolean {
  return (
    senderFrame !== null &&
    !senderFrame.detached &&
    senderFrame.parent === null &&
    senderFrame === sender.mainFrame &&
    senderFrame.origin === pageOrigin &&
    isOurWindow(sender.id)
  )
}
