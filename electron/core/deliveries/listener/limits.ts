/** Limits of the listener. The service times out after 15 s (specification, section 6, rule 5), so every timeout is well below. */
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
  /** Timeout of the receiver whose responses pass through, and the maximum number of requests that wait for it. */
  passThroughMs: 10_000,
  passedThrough: 32,
  drainMs: 1_500,
  /** Time after a secret was stored during which a wrong signature is answered 503, on a path that never verified a delivery. */
  unprovenMs: 60 * 60 * 1000,
} as const
