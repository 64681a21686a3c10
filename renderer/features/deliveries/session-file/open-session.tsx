import { FolderOpen } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { sessionLimits } from '#shared/deliveries/session-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { open as copy } from './copy.ts'
import { storeSession } from './opened-sessions.ts'

/** Opens a session that another Notehook exported. It is only shown; nothing of it is sent to the host. */
export function OpenSession({
  label = copy.button,
  onOpen,
}: {
  readonly label?: string
  /** `name`: its name in the address. */
  readonly onOpen: (name: string) => void
}) {
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
  return (
    <FileTrigger
      acceptedFileTypes={['.ndjson']}
      onSelect={(files) => {
        const file = files?.[0]
        if (file) void open(file)
      }}
    >
      <Button icon={<FolderOpen size={14} aria-hidden />}>{label}</Button>
    </FileTrigger>
  )
}
