import { FolderOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { openFile } from './open-file.ts'
import type { SessionFile } from './opened-sessions.ts'

/**
 * Opens a session that another Notehook exported. The session is only shown and never sent to the host. `field` must be on the
 * page, and `ask` opens the file picker.
 */
export function useSessionFile(onOpen: (name: string) => void): {
  readonly field: ReactNode
  readonly ask: () => void
} {
  const input = useRef<HTMLInputElement>(null)
  const open = async (file: SessionFile) => {
    const name = await openFile(file)
    if (name !== null) onOpen(name)
  }
  return {
    field: (
      <input
        ref={input}
        type="file"
        accept=".nhsession,.ndjson"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void open(file)
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
