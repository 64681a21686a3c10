import type { HostEvent } from '#shared/rpc/events.ts'

/** What is not JSON is `undefined`, which is no answer and no event. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The events of the host were parsed when they were told; `null` for a text that is none, as a heartbeat. */
export function parseEventText(text: string): HostEvent | null {
  const event = parseJson(text)
  if (typeof event !== 'object' || event === null) return null
  return 'name' in event && typeof event.name === 'string' && 'data' in event ? (event as HostEvent) : null
}
