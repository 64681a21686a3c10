import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Settings } from '#shared/settings/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { appInfo } from '../../frame/app-info.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import { changeLoginItem, loginItem } from './queries.ts'
import { Section } from './section.tsx'
import { fieldClass, Setting, SwitchSetting } from './setting.tsx'
import { messageFor, useSetting } from './use-setting.ts'

const themes: readonly { readonly value: Settings['theme']; readonly name: string }[] = [
  { value: 'system', name: copy.general.system },
  { value: 'light', name: copy.general.light },
  { value: 'dark', name: copy.general.dark },
]

const densities: readonly { readonly value: Settings['density']; readonly name: string }[] = [
  { value: 'compact', name: copy.general.compact },
  { value: 'comfortable', name: copy.general.comfortable },
]

export function GeneralSection({ settings }: { readonly settings: Settings }) {
  return (
    <Section title={copy.sections.general}>
      <div>
        <Segments name="theme" label={copy.general.theme} options={themes} value={settings.theme} />
        <Segments name="density" label={copy.general.density} options={densities} value={settings.density} />
        <WhileClosed keepReceiving={settings.keepReceiving} />
        <StartAtLogin keepReceiving={settings.keepReceiving} />
      </div>
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
    <Setting>
      <RadioGroup
        className={fieldClass}
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
    </Setting>
  )
}

function WhileClosed({ keepReceiving }: Pick<Settings, 'keepReceiving'>) {
  const { data: info } = useQuery(appInfo(useApi()))
  const keep = useSetting('keepReceiving')
  // Not shown in a browser host, which receives until it is stopped in the terminal.
  if (info?.host !== 'desktop') return null
  const mac = info.platform === 'darwin'
  return (
    <SwitchSetting
      label={mac ? copy.general.menuBar : copy.general.keepReceiving}
      description={mac ? copy.general.onMac : keepReceiving ? copy.general.kept : copy.general.notKept}
      isSelected={keepReceiving}
      onChange={keep.set}
      error={keep.error}
    />
  )
}

/** Renders nothing in a browser host, which the system can't start at login. */
function StartAtLogin({ keepReceiving }: Pick<Settings, 'keepReceiving'>) {
  const api = useApi()
  const { data: info } = useQuery(appInfo(api))
  const isDesktop = info?.host === 'desktop'
  const { data: item, error } = useQuery({ ...loginItem(api), enabled: isDesktop })
  const change = useMutation(changeLoginItem(api, useQueryClient()))
  if (!isDesktop) return null
  const failure = change.error ?? error
  const hasNoWindow = keepReceiving || info.platform === 'darwin'
  return (
    <SwitchSetting
      label={copy.general.login.label}
      description={item ? copy.general.login.meaning(item, info.platform, hasNoWindow) : null}
      isSelected={item?.state === 'on'}
      isDisabled={!item || item.state === 'unavailable' || item.state === 'not-ours'}
      onChange={(isOn) => change.mutate(isOn)}
      error={failure === null ? null : messageFor('isOn', failure)}
    />
  )
}
