import { sessionLimits } from '#shared/deliveries/limits.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { open as copy } from './copy.ts'
import { type SessionFile, storeSession } from './opened-sessions.ts'

/**
 * Opens a session that another Notehook exported, and returns its key in the URL. On failure, reports the error and returns
 * `null`.
 */
export async function openFile(file: SessionFile): Promise<string | null> {
  try {
    if (file.size > sessionLimits.bytes) throw new Error(copy.tooLarge)
    const text = await file.text()
    if (text === null) throw new Error(copy.unreadable)
    const { readSession } = await import('./read-session.ts')
    return storeSession(file, readSession(text))
  } catch (thrown) {
    const description = thrown instanceof Error ? thrown.message : copy.unreadable
    toast({ tone: 'danger', title: copy.failed(file.name), description })
    return null
  }
}
