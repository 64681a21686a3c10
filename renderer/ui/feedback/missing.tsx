import { type LucideIcon, MapPinOff } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown if the URL refers to an item that doesn't exist. Links back to the list. */
export function Missing({
  icon = MapPinOff,
  words,
  onBack,
}: {
  readonly icon?: LucideIcon
  readonly words: { readonly missingTitle: string; readonly missing: string; readonly backToList: string }
  readonly onBack: () => void
}) {
  return (
    <EmptyState
      icon={icon}
      title={words.missingTitle}
      action={<Button onPress={onBack}>{words.backToList}</Button>}
    >
      {words.missing}
    </EmptyState>
  )
}
