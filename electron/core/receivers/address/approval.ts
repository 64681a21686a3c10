import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import type { ReceiverAddress } from '#shared/receivers/model.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import { readReceiverUrl } from './receiver-url.ts'

export function addressOf({ url, addressKind: kind, approved }: StoredReceiver): ReceiverAddress {
  const read = readReceiverUrl(url)
  const host = read.ok ? read.host : url
  if (kind === 'loopback') return { kind, host, approval: 'not-needed' }
  return { kind, host, approval: approved?.host === host && approved.kind === kind ? 'given' : 'needed' }
}

export const notApprovedWords = (host: string) => `Nothing is sent to ${host} until you approve it.`

/** Throws `AppError` `approval-needed` unless the user has approved the receiver's address. */
export function assertApproved(receiver: StoredReceiver): void {
  const { approval, host } = addressOf(receiver)
  if (approval === 'needed') throw new AppError('approval-needed', notApprovedWords(host))
}

/** Returns why the sandbox may not send to this receiver, or `null` if it may. The sandbox sends only to this computer. */
export function whyNotInSandbox(
  workspaceId: string,
  { isHere }: { readonly isHere: boolean },
): string | null {
  if (workspaceId !== sandboxWorkspaceId || isHere) return null
  return 'The sandbox sends only to this computer. Use a URL such as http://127.0.0.1:4000/webhooks.'
}
