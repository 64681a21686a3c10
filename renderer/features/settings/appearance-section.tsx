import type { Settings } from '#shared/settings/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { copy } from './copy.ts'
import { Section } from './section.tsx'
import { useSetting } from './use-setting.ts'

const themes: readonly { readonly value: Settings['theme']; readonly name: string }[] = [
  { value: 'system', name: copy.appearance.system },
  { value: 'light', name: copy.appearance.light },
  { value: 'dark', name: copy.appearance.dark },
]

export function AppearanceSection({ settings }: { readonly settings: Settings }) {
  const theme = useSetting('theme')
  return (
    <Section title={copy.appearance.title}>
      <RadioGroup
        label={copy.appearance.theme}
        look="segments"
        value={settings.theme}
        onChange={(value) => {
          const chosen = themes.find((known) => known.value === value)
          if (chosen) theme.set(chosen.value)
        }}
        error={theme.error}
      >
        {themes.map(({ value, name }) => (
          <Radio key={value} value={value}>
            {name}
          </Radio>
        ))}
      </RadioGroup>
    </Section>
  )
}
