import { Banner } from './banner.tsx'
import { NoticeButton } from './notice-button.tsx'
import { toast } from './toast/toast.ts'

/** Shows that a form's draft was saved when it was closed, such as by an accidental Escape. */
export function toastDraftKept(): void {
  toast({ title: 'Draft saved', description: 'It’s filled in when you open the form again.' })
}

/** Shows that a form contains a restored draft, which can be discarded. */
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
