import { useState } from 'react'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { onEnter } from '#ui/filters/on-enter.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { useServiceSetting } from './use-service-setting.ts'

/** Settings for what the specification leaves open, in case the service behaves differently. */
export function ServiceSection({ workspace }: { readonly workspace: WorkspaceSummary }) {
  const path = useServiceSetting(workspace, 'notePath')
  const method = useServiceSetting(workspace, 'updateMethod')
  const pace = useServiceSetting(workspace, 'pace')
  const [typedPath, setTypedPath] = useState<string | null>(null)

  const savePath = () => {
    if (typedPath === null || typedPath === workspace.notePath) return
    path.set(typedPath.trim())
  }

  return (
    <Section title={copy.service.title(workspace.label)} description={copy.service.description}>
      <TextField
        label={copy.service.path}
        mono
        description={copy.service.pathDescription}
        value={typedPath ?? workspace.notePath}
        onChange={(text) => {
          setTypedPath(text)
          path.forget()
        }}
        onBlur={savePath}
        onKeyDown={onEnter(savePath)}
        error={path.error}
      />
      <Select
        label={copy.service.method}
        className={css.narrow}
        options={copy.service.methods}
        value={workspace.updateMethod}
        onChange={method.set}
        error={method.error}
      />
      <div className={css.pair}>
        <NumberField
          label={copy.service.burst}
          description={copy.service.burstDescription}
          value={workspace.pace.burst}
          onChange={(burst) => pace.set({ ...workspace.pace, burst })}
          minValue={1}
          maxValue={1000}
          error={pace.error}
        />
        <NumberField
          label={copy.service.perSecond}
          description={copy.service.perSecondDescription}
          value={workspace.pace.perSecond}
          onChange={(perSecond) => pace.set({ ...workspace.pace, perSecond })}
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
