/**
 * The judgment of a delivery in one word. Signature and age are judged apart (see `VerificationTrace`); a delivery is
 * `verified` when the signature holds and its age is within tolerance (specification, sections 5.6 and 5.7).
 */
export const verdicts = [
  'verified',
  'signature-mismatch',
  'stale',
  'future',
  'unsigned',
  'no-secret',
  'secret-locked',
] as const
