import { AppError } from '#shared/errors.ts'

/** A note that is not there: a 404 has three meanings, and the specification tells none of them. */
export function noNote(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.code === 'not-found') {
    throw new AppError(
      'not-found',
      'Note not found. It may not be summarized yet, your key may have no access, or it was deleted.',
      { ...thrown.details, cause: thrown },
    )
  }
  throw thrown
}

export const isTooLarge = (thrown: unknown): thrown is AppError =>
  thrown instanceof AppError && thrown.code === 'too-large'

/** The service has no such pages, or answers something else there. A key or a pace that is refused says nothing of that. */
export const arePagesRefused = (thrown: unknown): boolean =>
  thrown instanceof AppError &&
  thrown.details.status !== undefined &&
  thrown.code !== 'key-rejected' &&
  thrown.code !== 'rate-limited'

export function noTranscript(thrown: unknown): never {
  if (isTooLarge(thrown)) {
    const sentence = 'This transcript is too large for the service to send.'
    throw new AppError('too-large', sentence, { ...thrown.details, cause: thrown })
  }
  return noNote(thrown)
}

/** Asked for the first time: the address may be wrong altogether. */
export function noService(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.code === 'not-found') {
    const sentence = 'No notes service at this address. Check the API address and its path.'
    throw new AppError('not-found', sentence, {
      ...thrown.details,
      fields: { baseUrl: sentence },
      cause: thrown,
    })
  }
  throw thrown
}
