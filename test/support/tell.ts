/** Prints the result of one claim. A long run stores the printed lines, with date and machine, in `test/results`. */
export function tell(claim: string, found: string): void {
  console.info(`claim: ${claim}: ${found}`)
}

export const figure = (value: number): string => Math.round(value).toLocaleString('en')
