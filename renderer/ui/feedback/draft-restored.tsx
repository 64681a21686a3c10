import { Banner } from './banner.tsx'
import { NoticeButton } from './notice-button.tsx'
import { toast } from './toast/toast.ts'

/** Tells the user that a form's draft was saved when the form was closed, for example by an accidental Escape. */
export function toastDraftKept(): void {
  toast({ title: 'Draft saved', description: 'It’s filled in when you open the form again.' })
}

/** Shows that a form was filled in from a draft, and lets the user discard it. */
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
