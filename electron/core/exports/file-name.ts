const longest = 60

/** A name that every system takes, with what the list is called and the day of this machine. */
export function fileName(title: string, at: Date, extension: string): string {
  const words = [...title.normalize('NFC').replace(forbidden, ' ').replace(/\s+/gu, ' ')]
    .slice(0, longest)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${words === '' ? 'Notes' : words} ${day}.${extension}`
}

/** Characters that are reserved in file names on some system, invisible ones, and those that change the text direction. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu
