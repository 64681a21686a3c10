import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ServiceOptions, WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { onEnter } from '#ui/filters/on-enter.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useApi } from '../../host/client.ts'
import { updateWorkspace } from '../../nouns/workspaces/queries.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { fieldClass, Setting } from './setting.tsx'
import { messageFor } from './use-setting.ts'

/** Settings for points that the specification leaves open, in case the service behaves differently. Collapsed by default. */
export function ServiceSection({ workspace }: { readonly workspace: WorkspaceSummary }) {
  const path = useServiceSetting(workspace, 'notePath')
  const method = useServiceSetting(workspace, 'updateMethod')
  const pace = useServiceSetting(workspace, 'pace')
  const [isOpen, setOpen] = useDraft('settings-advanced', false, isBoolean)
  const [typedPath, setTypedPath] = useState<string | null>(null)

  const savePath = () => {
    if (typedPath === null || typedPath === workspace.notePath) return
    path.set(typedPath.trim())
  }

  return (
    <details
      className={css.advanced}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setOpen(currentTarget.open)
      }}
    >
      <summary>
        <ChevronRight size={14} aria-hidden />
        {copy.service.title}
      </summary>
      <p className={css.detail}>{copy.service.description}</p>
      <Setting>
        <TextField
          className={fieldClass}
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
      </Setting>
      <Setting>
        <Select
          label={copy.service.method}
          className={fieldClass}
          options={copy.service.methods}
          value={workspace.updateMethod}
          onChange={method.set}
          error={method.error}
        />
      </Setting>
      <Setting>
        <NumberField
          className={fieldClass}
          label={copy.service.burst}
          description={copy.service.burstDescription}
          value={workspace.pace.burst}
          onChange={(burst) => pace.set({ ...workspace.pace, burst })}
          minValue={1}
          maxValue={1000}
          error={pace.error}
        />
      </Setting>
      <Setting>
        <NumberField
          className={fieldClass}
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
      </Setting>
    </details>
  )
}

const isBoolean = (stored: unknown): stored is boolean => typeof stored === 'boolean'

/** Changes one service setting of a workspace, and keeps its error to show beside the field. */
function useServiceSetting<Name extends keyof ServiceOptions>({ id }: WorkspaceSummary, name: Name) {
  const change = useMutation(updateWorkspace(useApi(), useQueryClient()))
  const [rejected, setRejected] = useState(false)
  return {
    error: change.isError && rejected ? messageFor(`changes.${name}`, change.error) : null,
    set(value: ServiceOptions[Name]) {
      setRejected(true)
      change.mutate({ id, changes: { [name]: value } })
    },
    forget: () => setRejected(false),
  }
}
