import { classifyEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { classifySandboxUrl } from '#core/public-address/loopback.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { Tunnel } from '#core/tunnel/index.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { Destination } from '#shared/endpoints/model.ts'
import { AppError } from '#shared/errors.ts'
import type { JournalEntry } from './endpoint-journal.ts'

export function urlOf(
  receiver: Destination,
  pathId: string,
  tunnel: Pick<Tunnel, 'status'>,
  workspaceId: string,
): string {
  if (receiver.kind === 'url') return receiverUrl(receiver.url, tunnel, workspaceId)
  const { publicUrl } = tunnel.status()
  if (publicUrl !== null) return `${publicUrl}/hooks/${pathId}`
  const sentence = 'The inspector has no public address yet. Start a tunnel or set up a custom domain.'
  throw new AppError('no-public-url', sentence, { fields: { receiver: sentence } })
}

/** Checks a URL against the service's rules and returns it unchanged. Throws `invalid-input`. */
export function receiverUrl(typed: string, tunnel: Pick<Tunnel, 'status'>, workspaceId: string): string {
  const { verdict, sentence } =
    workspaceId === sandboxWorkspaceId
      ? classifySandboxUrl(typed, tunnel.status().publicUrl)
      : classifyEndpointUrl(typed)
  if (verdict === 'allowed') return typed
  throw new AppError('invalid-input', sentence, { fields: { 'receiver.url': sentence } })
}

type Shown = Pick<ServiceEndpoint, 'url' | 'urlRedacted'>

export const leadsTo = (endpoint: Shown, entry: JournalEntry) =>
  urlHere(endpoint, entry).endsWith(`/hooks/${entry.pathId}`)

export const urlHere = (endpoint: Shown, entry: JournalEntry) =>
  endpoint.urlRedacted ? entry.url : endpoint.url
