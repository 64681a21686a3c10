/** Prints the result of one claim. A long run stores it with its date and machine (`test/results`). */
export function tell(claim: string, found: string): void {
  console.info(`claim: ${claim}: ${found}`)
}

export const figure = (value: number): string => Math.round(value).toLocaleString('en')
