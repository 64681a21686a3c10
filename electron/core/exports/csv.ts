export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Returns a cell that no spreadsheet treats as a formula. Titles and names come from other people, so a cell that starts like a
 * formula gets an apostrophe in front. A spreadsheet may split cells at semicolons or tabs instead of commas and then ignore
 * quotes. A formula after one of these, or after a line end, therefore gets an apostrophe too. Cells are quoted where RFC 4180,
 * section 2, requires it, and where leading or trailing white space could be lost.
 */
export function csvCell(text: string): string {
  const plain = withoutControls(text)
  const inner = plain.replace(beforeAFormula, "$&'")
  const cell = beginsAFormula.test(plain) ? `'${inner}` : inner
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Removes control characters, because terminals act on some of them, such as ESC and BEL. Keeps tabs and line ends. */
export const withoutControls = (text: string): string => text.replace(/(?![\t\r\n])\p{Cc}/gu, '')

/** Includes full-width forms, which spreadsheets set to Chinese or Japanese treat as formulas too. */
const beginsAFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u
const beforeAFormula = /[;\t\r\n](?="*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu
