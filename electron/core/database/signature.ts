import { closeSync, openSync, readSync } from 'node:fs'

/** "NHk1" as a number, which distinguishes Notehook's database from any other SQLite file. */
export const applicationId = 0x4e486b31

const sqliteHeader = 'SQLite format 3\0'
const applicationIdAt = 68

/** Returns whether a file has the header of a Notehook database. A new database gets it with its first checkpoint. */
export function isStore(file: string): boolean {
  const head = headOf(file, applicationIdAt + 4)
  return (
    head.toString('latin1', 0, 16) === sqliteHeader && head.readUInt32BE(applicationIdAt) === applicationId
  )
}

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
