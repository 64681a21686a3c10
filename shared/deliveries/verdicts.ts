/**
 * Results of verification. The signature and the age are checked separately (see `VerificationTrace`). A delivery is `verified`
 * if the signature is valid and the age is within the tolerance (specification, sections 5.6 and 5.7).
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
