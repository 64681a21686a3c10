import { AppError } from '#shared/errors.ts'

/** Encodes an id as one segment of a path. Rejects ids such as `..`, which would change the path even if they are encoded. */
export function idInPath(id: string): string {
  if (id === '' || id === '.' || id === '..' || /[/\\]/.test(id) || !id.isWellFormed()) {
    throw new AppError('invalid-input', 'Not a valid ID.')
  }
  return encodeURIComponent(id)
}
