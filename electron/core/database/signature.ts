import { closeSync, openSync, readSync } from 'node:fs'

/** "NHk1" as a number. Distinguishes a store of Notehook from any other SQLite file. */
export const applicationId = 0x4e486b31

const sqliteHeader = 'SQLite format 3\0'
/** Offset of `application_id` in the header of an SQLite file. */
const applicationIdAt = 68

/** Returns whether a file has the header of a Notehook store. A new store gets it with its first checkpoint. */
export function isStore(file: string): boolean {
  const head = headOf(file, applicationIdAt + 4)
  return (
    head.toString('latin1', 0, 16) === sqliteHeader && head.readUInt32BE(applicationIdAt) === applicationId
  )
}

/** Returns the first bytes of a file, padded with zeros. */
export function headOf(file: string, bytes: number): Buffer {
  const head = Buffer.alloc(bytes)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head)
  } finally {
    closeSync(descriptor)
  }
  return head
}
