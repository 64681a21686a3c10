import { type SentRequest, textOf } from './sent-request.ts'

/** Of the connection and not of the request: curl makes its own. */
const ofTheConnection = /^(?:host|content-length|transfer-encoding|connection|expect)$/i

/** What curl would add by itself where the request had none. */
const addedByCurl = ['User-Agent', 'Accept', 'Content-Type', 'Expect']

/** A system takes no longer argument than 128 KiB. */
const longestArgument = 100_000

/**
 * A command for bash or zsh that sends the very bytes, and the headers in their order and case. A body that a terminal could
 * change or act upon goes through base64.
 */
export function curlCommand({ url, headers, body }: SentRequest): string {
  const own = headers.filter(([name]) => !ofTheConnection.test(name))
  const missing = addedByCurl.filter((name) => !own.some(([has]) => has.toLowerCase() === name.toLowerCase()))
  const text = asArgument(body)
  const parts = [
    `curl --http1.1 --globoff --path-as-is --request POST ${quoted(url)}`,
    ...missing.map((name) => `--header '${name}:'`),
    ...own.map(([name, value]) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    text === null ? '--data-binary @-' : `--data-raw '${text.replaceAll("'", `'\\''`)}'`,
  ]
  const command = parts.join(' \\\n  ')
  return text === null
    ? `printf %s '${Buffer.from(body).toString('base64')}' | base64 --decode | ${command}`
    : command
}

/** `null` for what may not stand in a command as it is. */
function asArgument(body: Uint8Array): string | null {
  const text = body.length > longestArgument ? null : textOf(body)
  return text === null || /[^\P{C}\n]|\p{Zl}|\p{Zp}/u.test(text) ? null : text
}

function quoted(bytes: string): string {
  if (/^[\x20-\x7e]*$/.test(bytes)) return `'${bytes.replaceAll("'", `'\\''`)}'`
  const escaped = bytes.replace(
    /[\\']|[^\x20-\x7e]/g,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `$'${escaped}'`
}
