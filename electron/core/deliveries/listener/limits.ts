/**
 * The listener's limits. The service times out after 15 s (specification, section 6, rule 5), so every timeout is well below
 * that.
 */
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
  /** Timeout for a receiver's response, and the maximum number of deliveries that wait for one. */
  passThroughMs: 10_000,
  passedThrough: 32,
  drainMs: 1_500,
  /** For an hour after a secret was stored, a wrong signature gets 503 if the path has never verified a delivery. */
  unprovenMs: 60 * 60 * 1000,
} as const
