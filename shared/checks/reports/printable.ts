/** Replaces control and format characters except tabs and line feeds, so that a response cannot control the terminal. */
export const printable = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(/(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
