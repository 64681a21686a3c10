/** Maximum length of a file name in UTF-8 bytes, without a suffix. With a suffix, it is at most 143 bytes long. */
const longestBase = 119
const longestFolder = 60
const mostFolders = 8
/** Maximum lengths of a path and of its folders in UTF-16 units, so that Windows can extract the file. */
const longestPath = 176
const longestFolders = 100

/**
 * Gives each file of an archive a unique relative path that is valid on every system. Paths that differ only in case count as the
 * same.
 */
export function createUniqueFileNames() {
  const files = new Set<string>()
  const folders = new Set<string>()
  const folderOf = (names: readonly string[]): string => {
    let path = ''
    for (const name of names.slice(0, mostFolders)) {
      const part = safeName(name, longestFolder)
      const next = `${path}${part}${files.has(keyOf(path + part)) ? ' ~' : ''}/`
      if (next.length > longestFolders) break
      folders.add(keyOf(next.slice(0, -1)))
      path = next
    }
    return path
  }
  return {
    /** Returns the path of a note without its suffix. No other file has this path with any of the `suffixes`. */
    pathOf(
      note: { readonly id: string; readonly title: string; readonly createdAt: string | null },
      folderNames: readonly string[],
      suffixes: readonly string[],
    ): string {
      const folder = folderOf(folderNames)
      const title = dayOf(note.createdAt) + safeName(note.title, longestBase)
      const id = note.id.replace(/^not_|\W/g, '')
      for (let tries = 0; ; tries++) {
        const end =
          tries === 0 ? '' : ` ~${tries === 1 ? id.slice(0, 6) : `${id}${tries === 2 ? '' : tries}`}`
        const most = Math.min(longestBase, longestPath - folder.length) - (tries < 2 ? 0 : end.length)
        const path = folder + safeName(title, most) + end
        const keys = suffixes.map((suffix) => keyOf(path + suffix))
        if (keys.some((key) => files.has(key) || folders.has(key))) continue
        for (const key of keys) files.add(key)
        return path
      }
    },
  }
}

/** Returns the same key for paths that some system treats as the same. */
const keyOf = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase()

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns a file name that every system and vault accepts, of at most `most` UTF-8 bytes. Keeps whole characters and emoji. */
export function safeName(text: string, most: number): string {
  let name = ''
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const isEmoji = /^[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(segment)
    const safe = segment.replace(isEmoji ? forbiddenInEmoji : forbidden, ' ').normalize('NFC')
    const longer = (name + safe).replace(/^[\s.~-]+|(?<=\s)\s+/gu, '')
    if (Buffer.byteLength(longer) > most - 1) break
    name = longer
  }
  name = name.replace(/[\s.]+$/u, '') || 'Untitled'
  return reserved.test(name) ? `_${name}` : name
}

/** Characters that are reserved in names, invisible, or change the direction of text. */
const forbidden = /[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|#^[\]]/gu
/** Like `forbidden`, but allows the invisible characters that are part of an emoji. */
const forbiddenInEmoji = /(?![\u200d\u{e0020}-\u{e007f}])[\p{C}\\/:*?"<>|#^[\]]/gu
/** Windows device names, which are reserved with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

/** Returns the local date followed by a space, such as `2026-03-01 `, or an empty string. */
function dayOf(iso: string | null): string {
  const at = new Date(iso ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} `
}
