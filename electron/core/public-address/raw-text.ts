import type { Refusal } from './refusal.ts'

/** The URL parser repairs what is looked at here (WHATWG URL, section 4.4), and the service may read it otherwise. */
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

/** Host and port as they were typed; only of a text that is not refused. */
export function authorityOf(text: string): string {
  return /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
}

const invisible: ReadonlySet<string> = new Set(['\x7f', '\u2028', '\u2029', '\ufeff'])

function hasSpaceOrControl(text: string): boolean {
  for (const char of text) if (char <= ' ' || invisible.has(char)) return true
  return false
}
