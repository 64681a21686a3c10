import type { ErrorComponentProps } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { copy } from './copy.ts'

/** Shown when a page throws, which is always a bug. Explains what to do and shows the error's message. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <EmptyState
      icon={Bug}
      title={copy.failed.title}
      action={
        <>
          <Button onPress={reset}>{copy.failed.retry}</Button>
          <Button variant="primary" onPress={() => location.reload()}>
            {copy.failed.reload}
          </Button>
        </>
      }
    >
      <p>{copy.failed.text}</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
    </EmptyState>
  )
}
