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

const densities: readonly { readonly value: Settings['density']; readonly name: string }[] = [
  { value: 'compact', name: copy.appearance.compact },
  { value: 'comfortable', name: copy.appearance.comfortable },
]

export function AppearanceSection({ settings }: { readonly settings: Settings }) {
  return (
    <Section title={copy.appearance.title}>
      <Segments name="theme" label={copy.appearance.theme} options={themes} value={settings.theme} />
      <Segments name="density" label={copy.appearance.density} options={densities} value={settings.density} />
    </Section>
  )
}

function Segments<Name extends 'theme' | 'density'>({
  name,
  label,
  options,
  value,
}: {
  readonly name: Name
  readonly label: string
  readonly options: readonly { readonly value: Settings[Name]; readonly name: string }[]
  readonly value: Settings[Name]
}) {
  const setting = useSetting(name)
  return (
    <RadioGroup
      label={label}
      look="segments"
      value={value}
      onChange={(chosen) => {
        const option = options.find((known) => known.value === chosen)
        if (option) setting.set(option.value)
      }}
      error={setting.error}
    >
      {options.map((option) => (
        <Radio key={option.value} value={option.value}>
          {option.name}
        </Radio>
      ))}
    </RadioGroup>
  )
}
