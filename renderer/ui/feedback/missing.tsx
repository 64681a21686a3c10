import { type LucideIcon, MapPinOff } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown when the address refers to an item that does not exist. Links back to the item's list. */
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
