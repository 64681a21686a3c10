import type { KeychainState } from '#shared/workspaces/session-contract.ts'

export const section = {
  title: 'Signing secret',
  reveal: 'Show secret…',
  timeLeft: (time: string) => `no prompt for ${time}`,
  copyInstead: 'Shown for ten minutes after creation. Copy it instead.',
  notHere: 'The secret didn’t come to this computer.',
}

export const reveal = {
  titleCreated: 'Endpoint created: signing secret',
  title: 'Signing secret',
  done: 'Done',
  textCreated: 'Receivers verify deliveries with this secret. The service shows it only once.',
  text: 'Receivers verify deliveries with this secret.',
  expired: 'The ten minutes are over.',
  expiredText: 'The secret is hidden. Notehook still verifies deliveries with it.',
  loading: 'Loading secret',
  confirmLabel: (name: string) => `Type ${name} to show the secret`,
  confirmText: 'The endpoint was created more than ten minutes ago. Confirm to continue.',
  confirm: 'Show secret',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  copyLabel: 'Copy secret',
  timeLeft: (time: string) => `Visible for ${time}.`,
}

export const clipboard = {
  copy: 'Copy secret',
  copied: 'Copied',
  clearsIn: (seconds: number) => `Clears from the clipboard in ${seconds} s.`,
  cleared: 'Secret cleared from the clipboard.',
  clear: 'Clear clipboard',
  empty: 'Clipboard cleared.',
  held: 'The secret stays in the clipboard until you copy something else.',
  refused: 'Couldn’t clear the clipboard. Copy something else instead.',
}

export const checklist = {
  label: 'Secret checklist',
  done: 'Done',
  open: 'Open',
  copied: 'Copied. Store it where your receiver can read it, such as an environment variable.',
  notNeeded: 'No copy needed for this inspector.',
  notCopied: 'Not copied yet. Your receiver needs it to verify deliveries.',
  waive: 'Close without copying (the secret is lost when Notehook quits)',
  sandbox: 'In memory until Notehook quits.',
}

/** Where the secret is stored. */
export const storage: Readonly<Record<KeychainState, string>> = {
  ready: 'Saved in your system keychain.',
  memory: 'In memory until Notehook quits. Copy it if you need it later.',
  none: 'In memory until Notehook quits. Copy it if you need it later.',
  locked: 'Not saved: your system keychain is locked. Copy the secret, then unlock it.',
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

/** How many of the stored deliveries verify with an imported secret. */
export function importResult(judged: number, verifying: number): string {
  if (judged === 0) return 'Secret saved. The next delivery verifies it.'
  const [some, all] = [verifying.toLocaleString(), judged.toLocaleString()]
  const noun = judged === 1 ? 'delivery' : 'deliveries'
  if (verifying === 0) return `Secret saved, but it matches none of the ${all} stored ${noun}.`
  return `${some} of ${all} stored ${noun} verified.`
}

export const snippets = {
  open: 'Verify in your code',
  language: 'Language',
  codeFor: (language: string) => `${language} code`,
}
