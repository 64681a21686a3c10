import type { Clipboard, Clock, Log } from './ports.ts'

const clipboardMs = 60_000

export interface SecretClipboard {
  /** Copies a secret, and clears the clipboard after a minute. */
  copy(secret: string): Promise<{ readonly clearsAt: string }>
  close(): Promise<void>
}

export function createSecretClipboard(
  clipboard: Clipboard,
  clock: Pick<Clock, 'now'>,
  log: Pick<Log, 'error'>,
): SecretClipboard | null {
  if (!clipboard) return null
  let copied: { readonly secret: string; readonly timer: NodeJS.Timeout } | null = null

  const clear = async (): Promise<void> => {
    if (copied === null) return
    const { secret, timer } = copied
    clearTimeout(timer)
    copied = null
    if ((await clipboard.readText()) === secret) clipboard.clear()
  }
  const clearOrLog = () => clear().catch((error) => log.error('The clipboard could not be cleared.', error))

  return {
    async copy(secret) {
      await clipboard.writeText(secret)
      clearTimeout(copied?.timer)
      const timer = setTimeout(() => void clearOrLog(), clipboardMs).unref()
      copied = { secret, timer }
      return { clearsAt: new Date(clock.now().getTime() + clipboardMs).toISOString() }
    },
    close: clearOrLog,
  }
}
