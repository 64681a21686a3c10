import { AppError } from '#shared/errors.ts'

/** Encodes an id as a single path segment. Rejects ids that would escape their segment even when encoded. */
export function idInPath(id: string): string {
  if (id === '' || id === '.' || id === '..' || /[/\\]/.test(id) || !id.isWellFormed()) {
    throw new AppError('invalid-input', 'Not a valid ID.')
  }
  return encodeURIComponent(id)
}
