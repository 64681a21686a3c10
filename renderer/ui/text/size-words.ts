/** Formats a number of bytes, such as *12 kB*, *4.2 MB*, *35 MB* or *1.4 GB*. */
export function sizeWords(bytes: number): string {
  const [size, unit] =
    bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size.toLocaleString(undefined, { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}
