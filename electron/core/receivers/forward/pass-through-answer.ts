export interface PassThroughAnswer {
  readonly status: number
  /** Whether the receiver's status was replaced, because it would have ended the delivery's retries. */
  readonly isSoftened: boolean
}

/**
 * Converts a receiver's status to the response for the service. `null` means that the receiver was unreachable or too late. Any
 * success becomes 200, and a status that causes a retry stays the same (specification, section 3, *Delivery attempt*). Other
 * statuses become 503 unless `exactly` is set, because they would end the retries.
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
