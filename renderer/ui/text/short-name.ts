/** Truncates a long name, so that a sentence with the name fits on one line. Keeps the port of an address. */
export function shortName(name: string): string {
  const letters = [...name]
  const port = portAtEnd(name)
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1 - port.length)
        .join('')
        .trimEnd()}…${port}`
}

/** Returns the port at the end of an address, such as `:4000`, because it distinguishes programs on the same host. */
export const portAtEnd = (name: string): string => /(?<=\S):\d{1,5}$/.exec(name)?.[0] ?? ''

const most = 28
