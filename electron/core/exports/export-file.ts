import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'

export type ExportFile = ReturnType<typeof exportFile>

export function openExportFolder(dataFolder: string) {
  const folder = join(dataFolder, 'exports')
  return {
    async create(): Promise<ExportFile> {
      const path = join(folder, randomBytes(8).toString('hex'))
      const handle = await onDisk(async () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        return open(path, 'wx+', 0o600)
      })
      return exportFile(path, handle)
    },
    clear() {
      for (const path of leftIn(folder)) rmSync(path, { force: true })
    },
  }
}

/** Lists the export files that a crash left behind. Doesn't follow links, which may point to a user's folder. */
function leftIn(folder: string): string[] {
  try {
    if (!lstatSync(folder).isDirectory()) return []
    return readdirSync(folder)
      .filter((name) => /^[0-9a-f]{16}$/.test(name))
      .map((name) => join(folder, name))
      .filter(isExport)
  } catch {
    return []
  }
}

function isExport(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) return false
  return process.platform === 'win32' || (stat.mode & 0o777) === 0o600
}

function exportFile(path: string, handle: FileHandle) {
  let bytes = 0
  return {
    path,
    bytes: (): number => bytes,
    async append(content: string | Uint8Array) {
      const piece = Buffer.from(content)
      await onDisk(() => handle.appendFile(piece))
      bytes += piece.length
    },
    async piece(from: number, most: number): Promise<Buffer> {
      const buffer = Buffer.alloc(Math.max(0, Math.min(most, bytes - from)))
      if (buffer.length > 0) await onDisk(() => handle.read(buffer, 0, buffer.length, from))
      return buffer
    },
    async remove() {
      await handle.close().catch(() => {})
      await rm(path, { force: true })
    },
  }
}

async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const why = reasons.get(code) ?? `The system reports ${code || 'an error'}. Check the disk and try again.`
    throw new AppError('storage', `The export couldn’t be written to the disk. ${why}`, { cause })
  }
}

const forbidden = 'Notehook may not write to its data folder. Allow it and try again.'
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOSPC: 'The disk is full. Free up space and try again.',
    EDQUOT: 'Your share of the disk is full. Free up space and try again.',
    EROFS: 'The disk is read-only. Make it writable and try again.',
    EACCES: forbidden,
    EPERM: forbidden,
  }),
)
