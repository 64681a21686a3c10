import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * Whether every engine reads an international name, given in punycode, as this one does. They differ in what they let pass: broken
 * punycode, signs that are no letters, and names that mix directions of writing (RFC 5893). Stricter than each of them.
 */
export function isReadEverywhere(name: string): boolean {
  if (!/(^|\.)xn--/.test(name)) return true
  const encoded = name.split('.')
  const labels = encoded.map((label) => domainToUnicode(label))
  if (!labels.every((label, at) => onlyLetters.test(label) && domainToASCII(label) === encoded[at]))
    return false
  return !labels.some((label) => rightToLeft.test(label)) || labels.every(isOneDirection)
}

/** Letters, their marks, digits, the middle dots of Catalan and Japanese, and emoji; no mark first and no hyphen at the ends. */
const onlyLetters = /^(?!xn--|-|\p{M})[a-z0-9_\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}·・-]+(?<!-)$/u

/** The blocks of Unicode that are written from the right, used or reserved for it. */
const fromTheRight =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
const rightToLeft = new RegExp(fromTheRight, 'u')

/** A letter first. Of digits only ours: the Arabic ones must not meet them in one label. */
function isOneDirection(label: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(label) || wholeRightToLeft.test(label)
}

const letter = `(?=\\p{L})${fromTheRight}`
const mark = `(?=\\p{Mn})${fromTheRight}`
const wholeRightToLeft = new RegExp(`^${letter}(?:${letter}|${mark}|[0-9-])*$`, 'u')
