import { AppError } from '#shared/errors.ts'

/** An id as one segment of a path, percent-encoded. Refuses what no encoding keeps in its segment. */
export function idInPath(id: string): string {
  if (id === '' || id === '.' || id === '..' || /[/\\]/.test(id) || !id.isWellFormed()) {
    throw new AppError('invalid-input', 'Not a valid ID.')
  }
  return encodeURIComponent(id)
}
