import { useState } from 'react'
import type { Profile, ServiceWays } from '#shared/workspaces/contract.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { type Option, Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { onEnter } from '#ui/filters/on-enter.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { useServiceSetting } from './use-service-setting.ts'

const methods: readonly Option<ServiceWays['updateMethod']>[] = [
  { value: 'auto', label: 'Automatic', description: 'PATCH first, then what the service accepts' },
  { value: 'PATCH', label: 'PATCH', description: 'Only what changed is sent' },
  { value: 'PUT', label: 'PUT', description: 'The whole endpoint is sent' },
]

/** What the specification of the service leaves open, so that it can be set right when the service behaves otherwise. */
export function ServiceSection({ profile }: { readonly profile: Profile }) {
  const path = useServiceSetting(profile, 'notePath')
  const method = useServiceSetting(profile, 'updateMethod')
  const pace = useServiceSetting(profile, 'pace')
  const [typedPath, setTypedPath] = useState<string | null>(null)

  const settlePath = () => {
    if (typedPath === null || typedPath === profile.notePath) return
    path.set(typedPath.trim())
  }

  return (
    <Section
      title={`The service of ${profile.label}`}
      description="What its specification leaves open, for this workspace alone. Change these only when something does not work."
    >
      <TextField
        label="Path of a note"
        mono
        description="Begins with / and contains {note_id}."
        value={typedPath ?? profile.notePath}
        onChange={(text) => {
          setTypedPath(text)
          path.forget()
        }}
        onBlur={settlePath}
        onKeyDown={onEnter(settlePath)}
        error={path.error}
      />
      <Select
        label="How endpoints are changed"
        className={css.narrow}
        options={methods}
        value={profile.updateMethod}
        onChange={method.set}
        error={method.error}
      />
      <div className={css.pair}>
        <NumberField
          label="Requests at once"
          description="At most this many within five seconds."
          value={profile.pace.burst}
          onChange={(burst) => pace.set({ ...profile.pace, burst })}
          minValue={1}
          maxValue={1000}
          error={pace.error}
        />
        <NumberField
          label="Requests a second"
          description="Sustained, over everything Notehook does."
          value={profile.pace.perSecond}
          onChange={(perSecond) => pace.set({ ...profile.pace, perSecond })}
          minValue={0.1}
          maxValue={1000}
          step={0.1}
          fractions
          error={pace.error}
        />
      </div>
    </Section>
  )
}
