import { FolderOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { sessionLimits } from '#shared/deliveries/session-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { open as copy } from './copy.ts'
import { storeSession } from './opened-sessions.ts'

/**
 * Opens a session that another Notehook exported. It is only shown; nothing of it is sent to the host. `field` has to be on the
 * page, and `ask` shows the files to choose from.
 */
export function useSessionFile(
  /** `name`: its name in the address. */
  onOpen: (name: string) => void,
): { readonly field: ReactNode; readonly ask: () => void } {
  const input = useRef<HTMLInputElement>(null)
  const open = async (file: File) => {
    try {
      if (file.size > sessionLimits.bytes) throw new Error(copy.tooLarge)
      const { readSession } = await import('./read-session.ts')
      onOpen(storeSession(file, readSession(await file.text())))
    } catch (thrown) {
      const description = thrown instanceof Error ? thrown.message : copy.unreadable
      toast({ tone: 'danger', title: copy.failed(file.name), description })
    }
  }
  return {
    field: (
      <input
        ref={input}
        type="file"
        accept=".ndjson"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void open(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    ),
    ask: () => input.current?.click(),
  }
}

export function OpenSession({
  label,
  onOpen,
}: {
  readonly label: string
  readonly onOpen: (name: string) => void
}) {
  const { field, ask } = useSessionFile(onOpen)
  return (
    <>
      {field}
      <Button icon={<FolderOpen size={14} aria-hidden />} onPress={ask}>
        {label}
      </Button>
    </>
  )
}
