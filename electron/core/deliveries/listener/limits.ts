/** The service gives up after 15 s (specification, section 6, rule 5): every limit in time ends well before. */
export const limits = {
  headerBytes: 8 * 1024,
  headerCount: 64,
  bodyBytes: 256 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  deadlineMs: 12_000,
  keepAliveMs: 5_000,
  connections: 256,
  waiting: 64,
  /** For the receiver whose responses pass through, and how many may wait for it. */
  passThroughMs: 10_000,
  passedThrough: 32,
  drainMs: 1_500,
  /** For so long after a secret was kept, a wrong signature on a path that never verified is answered 503. */
  unprovenMs: 60 * 60 * 1000,
} as const
