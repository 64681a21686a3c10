import { printable } from './checks/reports/printable.ts'

/** Escapes text so that it neither becomes markup nor breaks out of its table cell. */
export const plainText = (text: string): string =>
  printable(text)
    .replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
    .replace(/\s+/g, ' ')

/** Formats text as inline code. If the text starts or ends with a backtick, a space separates it from the enclosing backticks. */
export function inlineCode(text: string): string {
  const line = printable(text).replace(/\s+/g, ' ')
  const fence = '`'.repeat(longestRun(line) + 1)
  const space = /^[ `]|[ `]$/.test(line) ? ' ' : ''
  return line.trim() === '' ? '' : `${fence}${space}${line}${space}${fence}`
}

/** Formats text as a code block. The fence is longer than any run of backticks in the text, so the text can't close it. */
export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${printable(text)}\n${fence}`
}

const longestRun = (text: string) => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
