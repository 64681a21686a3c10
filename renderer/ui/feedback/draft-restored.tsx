import { Banner } from './banner.tsx'
import { NoticeButton } from './notice-button.tsx'
import { toast } from './toast/toast.ts'

/** A form was closed with something typed in it, as by an Escape that was meant for a list. */
export function toastDraftKept(): void {
  toast({ title: 'Draft saved', description: 'It’s filled in when you open the form again.' })
}

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
