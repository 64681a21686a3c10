export interface Body {
  /** Decoded as UTF-8, without a byte order mark; cut where the limit was passed. */
  readonly text: string
  readonly tooLarge: boolean
}

/**
 * Reads an answer's body up to `limit` bytes, counted after inflation, so that a small compressed answer cannot grow past it.
 * The rest is left where it is: the sender of the request ends it, because in Electron canceling the reader does not.
 */
export async function readBody(response: Response, limit: number): Promise<Body> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', tooLarge: false }
  const decoder = new TextDecoder('utf-8')
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), tooLarge: false }
    bytes += value.byteLength
    if (bytes > limit) {
      // Waiting for the end of it would be waiting for the sender.
      void reader.cancel().catch(() => {})
      return { text, tooLarge: true }
    }
    text += decoder.decode(value, { stream: true })
  }
}
