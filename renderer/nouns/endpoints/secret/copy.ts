import type { KeychainState } from '#shared/workspaces/session-contract.ts'

export const secret = {
  title: (endpoint: string) => `Signing secret of ${endpoint}`,
  text: 'Your program verifies deliveries with it.',
  show: 'Show secret',
  hide: 'Hide secret',
  notHere: 'The secret isn’t on this computer.',
  open: 'Open endpoint',
}

/** Explains where secrets are stored. */
export const storage = {
  ready: 'Saved in your system keychain.',
  sandbox: 'Saved until Notehook quits.',
  memory: 'The system keychain isn’t available. The secret is lost when Notehook quits.',
  none: 'The system keychain isn’t available. The secret is lost when Notehook quits.',
  waiting: 'Not saved: your system keychain hasn’t responded.',
  locked: 'Not saved: your system keychain is locked.',
} satisfies Readonly<Record<KeychainState | 'sandbox', string>>

export const unlock = {
  label: ['Type', 'to unlock the secret'] as const,
  text: 'The endpoint was created more than ten minutes ago. Confirm to continue.',
  confirm: 'Unlock secret',
}

export const clipboard = {
  copy: 'Copy secret',
  copied: 'Copied',
  secretCopied: (endpoint: string) => `Secret of ${endpoint} copied`,
  clearsIn: (seconds: number) => `Clears from the clipboard in ${seconds} s.`,
  failed: 'Secret not copied',
  cleared: 'Secret cleared from the clipboard.',
  clear: 'Clear clipboard',
  empty: 'Clipboard cleared.',
  held: 'The secret stays in the clipboard until you copy something else.',
  refused: 'Couldn’t clear the clipboard. Copy something else instead.',
}

export const snippets = {
  open: 'Verify in your code',
  language: 'Language',
  codeFor: (language: string) => `${language} code`,
}
