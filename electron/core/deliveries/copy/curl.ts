import { type SentRequest, textOf } from './sent-request.ts'

const ofTheConnection = /^(?:host|content-length|transfer-encoding|connection|expect)$/i

const addedByCurl = ['User-Agent', 'Accept', 'Content-Type', 'Expect']

/** Maximum length of an argument, below the system limit of 128 KiB. */
const longestArgument = 100_000

/**
 * Returns a command for bash or zsh that sends exactly the same bytes, with the headers in their original order and case. The
 * body is base64-encoded if a terminal could change or interpret it.
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
