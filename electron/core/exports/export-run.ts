import type { ExportFile } from '#core/platform/export-file.ts'
import { AppError } from '#shared/errors.ts'
import type { ExportStatus } from '#shared/exports/contract.ts'
import type { Writing } from './formats.ts'

/** An export that is being written or is ready. */
export interface Running {
  readonly id: string
  readonly workspaceId: string | undefined
  readonly name: string
  readonly file: ExportFile
  readonly what: 'notes' | 'deliveries'
  readonly writing: Writing
  readonly ending: AbortController
  readonly of: number | null
  rows: number
  /** Another workspace was opened since it started. */
  isLeft: boolean
  turn: Promise<unknown>
}

/** A requested export, before it has a file. */
export type Asked = Pick<Running, 'what' | 'of' | 'writing'> & {
  readonly title: string
  readonly bom: boolean
}

export const progressOf = ({ id, name, what, rows, of }: Running): ExportStatus => {
  return { state: 'running', id, name, what, rows, of }
}

export const exportGone = () => new AppError('not-found', 'This export no longer exists.')
