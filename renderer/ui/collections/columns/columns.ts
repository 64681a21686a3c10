/** The tracks of a grid with these columns. `size`: a CSS grid track. */
export const gridTemplate = (shown: readonly { readonly size: string }[]): string =>
  shown.map(({ size }) => size).join(' ')
