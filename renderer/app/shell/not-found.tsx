import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'

export function NotFound() {
  return (
    <>
      <Toolbar level={1} title="Not found" />
      <EmptyState
        icon={MapPinOff}
        title="There is nothing at this address"
        action={<Link to="/notes">Go to Notes</Link>}
      >
        The link may be from another version of Notehook.
      </EmptyState>
    </>
  )
}
