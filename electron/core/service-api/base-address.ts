import { AppError } from '#shared/errors.ts'

export interface BaseAddress {
  /** The address with its path prefix, but without a trailing slash. */
  readonly baseUrl: string
  /** The origin of the address. The API key is never sent to another one. */
  readonly origin: string
}

/**
 * Parses a base address that the user typed. Requires https, or http with a literal loopback address, because the API key is sent
 * there. Throws `AppError` `invalid-input` for the field `baseUrl`. The message never contains the input.
 */
export function parseBaseAddress(text: string): BaseAddress {
  const typed = text.trim()
  if (typed === '') throw refusal('Enter the API address.')
  if (!/^https?:\/\/[^/?#\\\s]/i.test(typed) || hasControlOrSpace(typed)) {
    throw refusal('Write the whole address, such as https://api.example.com.')
  }
  const url = parsed(typed)
  if (authority(typed).includes('@')) throw refusal('Remove the user name and password before the @.')
  if (typed.includes('?')) throw refusal('Remove the ? and everything after it.')
  if (typed.includes('#')) throw refusal('Remove the # and everything after it.')
  if (/\/v1\/*$/.test(url.pathname)) {
    throw refusal('Remove /v1 from the end of the address. Notehook adds it to each request.')
  }
  if (url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) {
    const isName = /(?:^|\.)localhost\.?$|^0\.0\.0\.0$/.test(url.hostname)
    const loopback = isName ? ' For a service on this computer, write http://127.0.0.1.' : ''
    throw refusal(
      `The address must begin with https://, so that your key cannot be read on the way.${loopback}`,
    )
  }
  return { baseUrl: url.origin + url.pathname.replace(/\/+$/, ''), origin: url.origin }
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]'])

function parsed(typed: string): URL {
  try {
    return new URL(typed)
  } catch {
    throw refusal('This is not an address. It should look like https://api.example.com.')
  }
}

const authority = (typed: string) => /^https?:\/\/([^/?#]*)/i.exec(typed)?.[1] ?? ''

/** Returns whether the text contains characters that the URL parser would remove without an error. */
function hasControlOrSpace(typed: string): boolean {
  for (const char of typed) if (char <= ' ' || char === '\x7f' || char === '\\') return true
  return false
}

function refusal(sentence: string): AppError {
  return new AppError('invalid-input', sentence, { fields: { baseUrl: sentence } })
}
