import { FolderOpen } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { sessionLimits } from '../../../shared/domain/session-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { OpenedSession } from './read-session.ts'

/** Opens what another Notehook exported. It is only looked at: nothing of it goes to the host. */
export function OpenSession({ onOpen }: { readonly onOpen: (session: OpenedSession) => void }) {
  const open = async (file: File) => {
    try {
      if (file.size > sessionLimits.bytes)
        throw new Error('It is larger than 64 MB. Export fewer deliveries.')
      const { readSession } = await import('./read-session.ts')
      onOpen({ ...readSession(await file.text()), file: file.name })
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
      <Button icon={<FolderOpen size={14} aria-hidden />}>Open session…</Button>
    </FileTrigger>
  )
}
