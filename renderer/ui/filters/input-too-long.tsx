import { FilterX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'

/** Shown instead of a list whose filter is too long to apply. If the filter were ignored, every row would look like a match. */
export function InputTooLong({
  what,
  children,
  onClear,
}: {
  readonly what: string
  readonly children: ReactNode
  readonly onClear: () => void
}) {
  return (
    <EmptyState
      icon={FilterX}
      title={`The ${what} is too long`}
      action={<Button onPress={onClear}>Clear the {what}</Button>}
    >
      {children} Nothing is listed until then.
    </EmptyState>
  )
}
