import type { ErrorComponentProps } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** A fault of the page itself. What is behind it is a bug, so it says what can be done and shows the words of the error. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <EmptyState
      icon={Bug}
      title="This screen failed"
      action={
        <>
          <Button onPress={reset}>Try again</Button>
          <Button variant="primary" onPress={() => location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      <p>That is a bug in Notehook. Received deliveries and kept secrets are not affected.</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
    </EmptyState>
  )
}
