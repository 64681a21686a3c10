import type { Refusal } from './refusal.ts'

/**
 * Returns why a URL is refused as typed, or `null`. Finds mistakes that the URL parser would correct (WHATWG URL, section 4.4),
 * because the service may read them differently.
 */
export function whyTextIsRefused(text: string): Refusal | null {
  if (text === '') return { code: 'empty', sentence: 'Enter the URL of your receiver.' }
  if (text.length > 2048) {
    return { code: 'too-long', sentence: 'Use at most 2,048 characters.' }
  }
  if (hasSpaceOrControl(text)) {
    return { code: 'space-or-control', sentence: 'Remove spaces, line breaks and invisible characters.' }
  }
  if (text.includes('\\')) return { code: 'backslash', sentence: 'Use / instead of \\.' }
  if (!/^https:\/\/[^/?#]/i.test(text)) {
    return /^(?!https:)[a-z][a-z0-9+.-]*:\/\//i.test(text)
      ? { code: 'not-https', sentence: 'Begin with https://. The service delivers to https addresses only.' }
      : { code: 'incomplete', sentence: 'Write the whole address, such as https://hooks.example.com/notes.' }
  }
  if (authorityOf(text).includes('@')) {
    return { code: 'user-info', sentence: 'Remove the user name and password before the @.' }
  }
  return null
}

/** Returns the host and port as typed, or an empty string if the text is not an https URL. */
export function authorityOf(text: string): string {
  return /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
}

const invisible: ReadonlySet<string> = new Set(['\x7f', '\u2028', '\u2029', '\ufeff'])

function hasSpaceOrControl(text: string): boolean {
  for (const char of text) if (char <= ' ' || invisible.has(char)) return true
  return false
}
