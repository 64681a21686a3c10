import { Banner } from './banner.tsx'
import { NoticeButton } from './notice-button.tsx'

/** Warns that fields with unsaved changes have also changed elsewhere, because saving would overwrite those changes. */
export function ChangedMeanwhile({
  fields,
  onTake,
}: {
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
