import { Banner } from './banner.tsx'
import { NoticeButton } from './notice-button.tsx'

/** Fields that were typed into and changed elsewhere: saving would replace that. */
export function ChangedMeanwhile({
  fields,
  onTake,
}: {
  /** Their labels. */
  readonly fields: readonly string[]
  readonly onTake: () => void
}) {
  return (
    <Banner
      tone="warn"
      title={words.title(fields)}
      action={<NoticeButton onPress={onTake}>{words.take}</NoticeButton>}
    >
      {words.text}
    </Banner>
  )
}

export const words = {
  title: (fields: readonly string[]) => `Changed elsewhere meanwhile: ${[...new Set(fields)].join(', ')}`,
  text: 'What you typed is kept. Saving replaces the other change.',
  take: 'Use the other values',
  save: 'Save and replace',
}
