import type { SystemNotice } from '#core/platform/ports.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { EventData } from '#shared/rpc/events.ts'

/** One notice for any number of endpoints. Names hosts and no paths: it may be shown on a locked screen. */
export function disabledNotice({ workspace, endpoints }: EventData<'endpoints.disabled'>): SystemNotice {
  const isSandbox = workspace.id === sandboxWorkspaceId
  const where = isSandbox || workspace.label === '' ? '' : `Workspace ${workspace.label}. `
  const consequence = 'Events are missed while disabled. Click for details.'
  const [first, ...others] = endpoints
  // As the page's router writes its addresses: an id of digits alone stays text.
  const search = isSandbox ? '' : `?workspace=${encodeURIComponent(asText(workspace.id))}`
  const place = `#/attention${search}`
  if (first && others.length === 0) {
    const host = URL.parse(first.url)?.host || first.id
    return first.by === 'service'
      ? {
          title: `The service disabled ${host}`,
          body: `${where}It failed for four days. ${consequence}`,
          place,
        }
      : { title: `Disabled outside Notehook: ${host}`, body: `${where}${consequence}`, place }
  }
  return { title: `${endpoints.length} endpoints were disabled`, body: `${where}${consequence}`, place }
}

function asText(value: string): string {
  try {
    JSON.parse(value)
    return JSON.stringify(value)
  } catch {
    return value
  }
}
