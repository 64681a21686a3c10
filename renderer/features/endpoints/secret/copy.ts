import type { KeychainState } from '#shared/workspaces/session-contract.ts'

export const section = {
  title: 'Signing secret',
  reveal: 'Reveal secret…',
  timeLeft: (time: string) => `at once for another ${time}`,
}

export const reveal = {
  titleCreated: 'Endpoint created: its signing secret',
  title: 'Signing secret',
  done: 'Done',
  text: 'A receiver proves with it that a delivery came from the service and was not changed. The service shows it only once, so no other program can ask for it again.',
  expired: 'The ten minutes are over.',
  expiredText: 'The secret is hidden now. Notehook still verifies deliveries with it.',
  loading: 'Fetching the secret',
  confirmLabel: (name: string) => `Type ${name} to show the secret`,
  confirmText:
    'More than ten minutes have passed since the endpoint was created, so confirm that you mean this one.',
  confirm: 'Show the secret',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  copyLabel: 'Copy the secret',
  timeLeft: (time: string) => `Available here for another ${time}.`,
}

export const clipboard = {
  copy: 'Copy secret',
  copied: 'Copied',
  clearsIn: (seconds: number) => `In the clipboard for another ${seconds} s, unless you copy something else.`,
  cleared: 'The clipboard was cleared, if it still held the secret.',
  clear: 'Clear now',
  empty: 'The clipboard is empty.',
  held: 'The clipboard holds the secret until you copy something else.',
  refused: 'Clearing was refused. Copy something else instead.',
}

export const checklist = {
  label: 'Is the secret safe?',
  done: 'Done',
  open: 'Open',
  copied: 'Copied. Put it where your receiver finds it, such as an environment variable.',
  notNeeded: 'Not copied. The inspector on this machine needs no copy.',
  notCopied: 'Not copied yet. Your receiver needs it to verify deliveries.',
  waive: 'Close without a copy: the secret is gone when Notehook ends',
  sandbox: 'Kept in memory until Notehook ends. Sandbox secrets are worth nothing elsewhere.',
}

/** Where the secret is stored. */
export const storage: Readonly<Record<KeychainState, string>> = {
  ready: 'Kept in the keychain of this machine. Deliveries are verified with it, also after a restart.',
  memory: 'Kept in memory only, until Notehook ends. Copy it if you need it later.',
  none: 'Kept in memory only, until Notehook ends. Copy it if you need it later.',
  locked: 'The keychain of this machine is locked. Copy the secret, then unlock the keychain.',
}

export const importSecret = {
  failed: 'The signing secret was not imported.',
  another: 'Import another secret…',
  label: 'Signing secret',
  placeholder: 'whsec_…',
  inKeychain: 'Kept in the keychain of this system. It never comes back to this page.',
  neverReturned: 'It never comes back to this page.',
  missing: 'Enter the signing secret.',
  submit: 'Import secret',
  cancel: 'Cancel',
  wrong: 'Is it the secret of this endpoint? Deliveries that were verified before keep their result.',
}

/** How many of the stored deliveries verify with an imported secret. */
export function importResult(judged: number, verifying: number): string {
  if (judged === 0) return 'The secret is stored. The first delivery that verifies with it proves it.'
  const [some, all] = [verifying.toLocaleString(), judged.toLocaleString()]
  const noun = judged === 1 ? 'delivery' : 'deliveries'
  if (verifying === 0) return `The secret is stored, but 0 of ${all} stored ${noun} verify with it.`
  return `${some} of ${all} stored ${noun} ${verifying === 1 ? 'verifies' : 'verify'} with it.`
}

export const snippets = {
  open: 'Verify deliveries in your own receiver',
  language: 'Language',
  codeFor: (language: string) => `the code for ${language}`,
}
