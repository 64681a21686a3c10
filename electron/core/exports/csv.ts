/** One record (RFC 4180), with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A cell that no spreadsheet takes for a formula: one that begins like one gets an apostrophe before it, since titles and
 * names come from anybody. Quoted where RFC 4180, section 2, asks for it, and where blanks at an end could be lost.
 */
export function csvCell(text: string): string {
  const cell = beginsAFormula.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** The wide forms too: a spreadsheet set to Chinese or Japanese reads them alike. */
const beginsAFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u
