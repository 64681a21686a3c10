/** What the service gets instead of a receiver's own response. */
export interface PassThroughAnswer {
  readonly status: number
  /** The receiver's response would have ended the delivery for good. */
  readonly isSoftened: boolean
}

/**
 * The service's answer for a receiver's status (specification, section 3, *Delivery attempt*); `null` is a receiver that could not be
 * reached or was late. A success is 200. What makes the service try again passes as it is. Everything else would end the delivery, so
 * that it becomes a 503 unless the user chose `exactly`.
 */
export function passThroughAnswer(status: number | null, exactly: boolean): PassThroughAnswer {
  if (status === null) return { status: 503, isSoftened: false }
  if (status >= 200 && status <= 299) return { status: 200, isSoftened: false }
  if (status === 408 || status === 429 || (status >= 500 && status <= 599)) {
    return { status, isSoftened: false }
  }
  // Beyond 599 is no status that the service knows.
  if (exactly && status >= 300 && status <= 499) return { status, isSoftened: false }
  return { status: 503, isSoftened: true }
}
