/** One record (RFC 4180), with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A cell that no spreadsheet takes for a formula: one that begins like one gets an apostrophe before it, since titles and
 * names come from other people. A spreadsheet may split at semicolons or tabs instead, and then sees no quotes, so what follows
 * one of them or a line end gets one too. Quoted where RFC 4180, section 2, asks for it, and where blanks at an end could
 * be lost.
 */
export function csvCell(text: string): string {
  const plain = withoutControls(text)
  const inner = plain.replace(beforeAFormula, "$&'")
  const cell = beginsAFormula.test(plain) ? `'${inner}` : inner
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Removes what a terminal obeys, such as ESC and BEL. */
export const withoutControls = (text: string): string => text.replace(/(?![\t\r\n])\p{Cc}/gu, '')

/** The wide forms too: a spreadsheet set to Chinese or Japanese reads them alike. */
const beginsAFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u
const beforeAFormula = /[;\t\r\n](?="*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu
