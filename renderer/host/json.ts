import type { HostEvent } from '#shared/rpc/events.ts'

/** Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses one event. The host validated its events before sending them. Returns `null` if the text is not an event, such as a heartbeat. */
export function parseEventText(text: string): HostEvent | null {
  const event = parseJson(text)
  if (typeof event !== 'object' || event === null) return null
  return 'name' in event && typeof event.name === 'string' && 'data' in event ? (event as HostEvent) : null
}
