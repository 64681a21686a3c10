/** Returns the CSS grid tracks of columns. */
export const gridTemplate = (shown: readonly { readonly size: string }[]): string =>
  shown.map(({ size }) => size).join(' ')
