/** Truncates a long name, so that a sentence with the name fits on one line. */
export function shortName(name: string): string {
  const letters = [...name]
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const most = 28
