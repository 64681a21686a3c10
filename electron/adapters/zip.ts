import { ZipFile } from 'yazl'
import type { OpenZip } from '#core/platform/ports.ts'

/** Writes a zip whose entries are compressed as they are added. Supports more than 65,535 entries and 4 GiB (Zip64). */
export const openZip: OpenZip = () => {
  const zip = new ZipFile()
  return {
    add(path, text, changedAt) {
      zip.addBuffer(Buffer.from(text), path, { mode: 0o100644, mtime: changedAt })
    },
    end: () => zip.end(),
    async *[Symbol.asyncIterator]() {
      for await (const piece of zip.outputStream) yield piece as Buffer
    },
  }
}
