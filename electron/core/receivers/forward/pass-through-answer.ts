export interface PassThroughAnswer {
  readonly status: number
  /** Whether the status was replaced, because the receiver's own would have ended the delivery's retries. */
  readonly isSoftened: boolean
}

/**
 * Maps a receiver's status to the response for the service (specification, section 3, *Delivery attempt*). `null` means that the
 * receiver was unreachable or too late. A success becomes 200. A status that makes the service retry is kept. Any other status
 * would end the retries, so it becomes 503 unless the user chose `exactly`.
 */
export function passThroughAnswer(status: number | null, exactly: boolean): PassThroughAnswer {
  if (status === null) return { status: 503, isSoftened: false }
  if (status >= 200 && status <= 299) return { status: 200, isSoftened: false }
  if (status === 408 || status === 429 || (status >= 500 && status <= 599)) {
    return { status, isSoftened: false }
  }
  // The specification defines no status above 599.
  if (exactly && status >= 300 && status <= 499) return { status, isSoftened: false }
  return { status: 503, isSoftened: true }
}
