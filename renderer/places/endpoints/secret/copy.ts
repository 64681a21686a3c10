export const section = {
  title: 'Signing secret',
  verified: 'Verified at',
  verify: 'Verify in code',
  rotate: 'Rotate…',
  reveal: 'Show secret',
  copyInstead: 'Shown for ten minutes after creation. Copy it instead.',
  notHere: 'The secret didn’t come to this computer.',
}

export const reveal = {
  anyFolder: 'Any folder',
  moreFolders: (count: number) => ` and ${count.toLocaleString()} more ${count === 1 ? 'folder' : 'folders'}`,
  titleCreated: 'Endpoint created: signing secret',
  title: 'Signing secret',
  done: 'Done',
  text: 'Your receiver verifies deliveries with this secret.',
  textHere: 'Notehook verifies deliveries with this secret.',
  expired: 'The ten minutes are over.',
  expiredText: 'The secret is hidden.',
  expiredTextHere: 'The secret is hidden. Notehook still verifies deliveries with it.',
  loading: 'Loading secret',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  copyLabel: 'Copy secret',
  timeLeft: (time: string) => `Hidden again in ${time}.`,
}

/** Explains whether the user must copy the secret. */
export const place = {
  noCopy: 'You can copy it later from the Secret tab.',
  copyAnyTime: 'Your receiver needs it: copy it now, or later from the Secret tab.',
  copyNow: 'Copy it now.',
  copied: 'Store it where your receiver reads it, such as an environment variable.',
  waive: 'Close without copying',
}

export const importSecret = {
  failed: 'Couldn’t import the signing secret.',
  another: 'Import another secret…',
  label: 'Signing secret',
  placeholder: 'whsec_…',
  inKeychain: 'Stored in your system keychain. Never shown again.',
  neverReturned: 'Never shown again.',
  missing: 'Enter the signing secret.',
  submit: 'Import secret',
  cancel: 'Cancel',
  wrong: 'Check that it belongs to this endpoint. Already verified deliveries stay verified.',
}

export function importResult(judged: number, verifying: number, receivedHere: boolean): string {
  if (judged === 0) return receivedHere ? 'Secret saved. The next delivery verifies it.' : 'Secret saved.'
  const [some, all] = [verifying.toLocaleString(), judged.toLocaleString()]
  const noun = judged === 1 ? 'delivery' : 'deliveries'
  if (verifying === 0) return `Secret saved, but it matches none of the ${all} stored ${noun}.`
  return `${some} of ${all} stored ${noun} verified.`
}
