import type { WebContents, WebFrameMain } from 'electron'
import { pageOrigin } from './app-protocol.ts'

/** The part of an IPC event that says where the message came from. */
export interface Sender {
  readonly sender: Pick<WebContents, 'id'> & { readonly mainFrame: unknown }
  readonly senderFrame: Pick<WebFrameMain, 'detached' | 'parent' | 'origin'> | null
}

/**
 * Whether a message comes from the page in one of our windows. Every condition must hold, and what cannot be known counts as no: a
 * frame that is gone, a frame inside the page (an `about:blank` there shares the page's origin), another window.
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
