import { Banner } from './banner.tsx'
import { NoticeButton } from './notice-button.tsx'

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
      action={<NoticeButton onPress={onStartOver}>{words.startOver}</NoticeButton>}
    />
  )
}
