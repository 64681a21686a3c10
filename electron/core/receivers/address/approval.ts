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
