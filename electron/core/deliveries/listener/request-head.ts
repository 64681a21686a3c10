import type { IncomingMessage } from 'node:http'
import type { KnownPath, Paths } from './paths.ts'
import type { RejectedRequest } from './rejected-requests.ts'
import { countHeader, type WebhookHeaders } from './webhook-headers.ts'

/** The target is compared as a whole: no normalising, no query, no other spelling. */
export function findPath(paths: Paths, target: string): KnownPath | undefined {
  return target.startsWith('/hooks/') ? paths.find(target.slice('/hooks/'.length)) : undefined
}

/** The endpoint whose path it nearly is, with something behind it; none for an id that no endpoint has. */
export function nearestPath(
  paths: Paths,
  target: string,
): [pathId: string | null, reason: RejectedRequest['reason']] {
  const [, pathId = ''] = /^\/hooks\/([\w-]*)/.exec(target) ?? []
  if (paths.find(pathId)) return [pathId, 'altered_path']
  return [null, target.startsWith('/hooks') ? 'unknown_endpoint' : 'unknown_path']
}

export function oddities(headers: WebhookHeaders, req: IncomingMessage) {
  const flags: ('dotted-id' | 'encoded')[] = []
  if (headers.id.includes('.')) flags.push('dotted-id')
  if (countHeader(req.rawHeaders, 'content-encoding') > 0) flags.push('encoded')
  return flags
}
