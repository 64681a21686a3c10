import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { copy } from './copy.ts'

export function NotFound() {
  return (
    <>
      <Toolbar level={1} title={copy.notFound.title} />
      <EmptyState
        icon={MapPinOff}
        title={copy.notFound.empty}
        action={<Link to="/inspector">{copy.notFound.action}</Link>}
      >
        {copy.notFound.text}
      </EmptyState>
    </>
  )
}
