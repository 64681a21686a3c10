import { Button } from '../controls/button.tsx'
import { Banner } from './banner.tsx'

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
      action={
        <Button size="small" onPress={onTake}>
          {words.take}
        </Button>
      }
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
