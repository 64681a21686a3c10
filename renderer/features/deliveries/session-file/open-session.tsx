import { FolderOpen } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { sessionLimits } from '#shared/deliveries/session-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { holdSession } from './opened-sessions.ts'

/** Opens what another Notehook exported. It is only looked at: nothing of it goes to the host. */
export function OpenSession({
  label = 'Open session…',
  onOpen,
}: {
  readonly label?: string
  /** `name`: what stands for it in the address. */
  readonly onOpen: (name: string) => void
}) {
  const open = async (file: File) => {
    try {
      if (file.size > sessionLimits.bytes)
        throw new Error('It is larger than 64 MB. Export fewer deliveries.')
      const { readSession } = await import('./read-session.ts')
      onOpen(holdSession(file, readSession(await file.text())))
    } catch (thrown) {
      const description = thrown instanceof Error ? thrown.message : 'It cannot be read.'
      toast({ tone: 'danger', title: `${file.name} was not opened.`, description })
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
