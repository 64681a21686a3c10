import type { HostEvent } from '#shared/rpc/events.ts'
import { parseEventText } from './json.ts'

/**
 * Reads events from a stream, one JSON text per line, until it ends. An empty line is a heartbeat. A line that is not an event is
 * skipped.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: HostEvent) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = parseEventText(line)
      if (event) onEvent(event)
    }
  }
}
