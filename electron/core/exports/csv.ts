export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Returns a cell that no spreadsheet treats as a formula, by inserting apostrophes. They are needed at the start of the cell, and
 * after separators and line ends, where a spreadsheet may start a new cell. Quotes cells as RFC 4180, section 2, requires, and
 * those with leading or trailing white space.
 */
export function csvCell(text: string): string {
  const plain = withoutControls(text)
  const inner = plain.replace(beforeAFormula, "$&'")
  const cell = beginsAFormula.test(plain) ? `'${inner}` : inner
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Removes control characters, because terminals act on some of them, such as ESC and BEL. Keeps tabs and line ends. */
const withoutControls = (text: string): string => text.replace(/(?![\t\r\n])\p{Cc}/gu, '')

/** Includes full-width forms, which spreadsheets set to Chinese or Japanese treat as formulas too. */
const beginsAFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u
const beforeAFormula = /[;\t\r\n](?="*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu
