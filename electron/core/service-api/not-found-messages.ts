import { AppError } from '#shared/errors.ts'

/** A note that is not there: a 404 has three meanings, and the specification tells none of them. */
export function noNote(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.code === 'not-found') {
    throw new AppError(
      'not-found',
      'The service does not show this note. It may not be summarised yet, your key may have no access to it, or it is gone.',
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
    const sentence =
      'The service says that this transcript is too large to be sent, so it cannot be shown here. The note itself is not touched by that.'
    throw new AppError('too-large', sentence, { ...thrown.details, cause: thrown })
  }
  return noNote(thrown)
}

/** Asked for the first time: the address may be wrong altogether. */
export function noService(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.code === 'not-found') {
    const sentence = 'There is no notes service at this address. Check the base address and its path.'
    throw new AppError('not-found', sentence, {
      ...thrown.details,
      fields: { baseUrl: sentence },
      cause: thrown,
    })
  }
  throw thrown
}
