import { Bug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { VisibleText } from '../text/visible-text.tsx'
import { Boundary } from './boundary.tsx'
import { EmptyState } from './empty-state.tsx'

/** Contains render errors of a section with external data, so that the rest of the page still works. */
export function PartBoundary({
  resetKey,
  children,
}: {
  readonly resetKey?: unknown
  readonly children: ReactNode
}) {
  return (
    <Boundary
      resetKey={resetKey}
      fallback={({ error, onRetry }) => (
        <EmptyState
          icon={Bug}
          title="This part crashed"
          action={<Button onPress={onRetry}>Try again</Button>}
        >
          <p>This is a bug in Notehook. Everything else works.</p>
          <p>
            <code>
              <VisibleText text={error instanceof Error ? error.message : String(error)} />
            </code>
          </p>
        </EmptyState>
      )}
    >
      {children}
    </Boundary>
  )
}
