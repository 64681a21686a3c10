import { Button } from '../controls/button.tsx'
import { Banner } from './banner.tsx'

/** What was typed earlier is in the form again, and can be thrown away. */
export function DraftRestored({
  words,
  onStartOver,
}: {
  readonly words: { readonly restored: string; readonly startOver: string }
  readonly onStartOver: () => void
}) {
  return (
    <Banner
      title={words.restored}
      action={
        <Button size="small" onPress={onStartOver}>
          {words.startOver}
        </Button>
      }
    />
  )
}
