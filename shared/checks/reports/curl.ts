import type { CheckExchange } from '../model.ts'

/**
 * Returns a shell command that repeats the request, or `null` if the request's body was truncated. A receiver that checks the
 * timestamp accepts the request only for five minutes.
 */
export function curlOf(
  url: string,
  { headers, bodyBase64, bodyBytes }: Pick<CheckExchange, 'headers' | 'bodyBase64' | 'bodyBytes'>,
): string | null {
  const isCut = Math.floor((bodyBase64.replace(/=+$/, '').length * 3) / 4) < bodyBytes
  if (isCut) return null
  const lines = [
    `echo ${bodyBase64} | base64 -d | curl --include --request POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(headers.some(([name]) => name.toLowerCase() === 'content-type') ? [] : [`--header 'Content-Type:'`]),
    '--data-binary @-',
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
