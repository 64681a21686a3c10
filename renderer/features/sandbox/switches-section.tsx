import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { SandboxStatus } from '#shared/sandbox/model.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { useApi } from '../../host/client.ts'
import { switches as copy } from './copy.ts'
import { Part } from './part.tsx'
import { setSwitches } from './queries.ts'
import css from './sandbox-page.module.css'

/** What the service does differently, each to turn on and off. */
export function SwitchesSection({ status }: { readonly status: SandboxStatus }) {
  return copy.map(({ title, of }) => (
    <Part key={title} title={title}>
      {of.map(({ name, label, text }) => (
        <SwitchLine key={name} name={name} label={label} text={text} isOn={status.switches[name]} />
      ))}
    </Part>
  ))
}

function SwitchLine({
  name,
  label,
  text,
  isOn,
}: {
  readonly name: keyof SandboxStatus['switches']
  readonly label: string
  readonly text: string
  readonly isOn: boolean
}) {
  const change = useMutation(setSwitches(useApi(), useQueryClient()))
  const id = useId()
  return (
    <div className={css.switch}>
      <Switch
        isSelected={change.isPending ? (change.variables[name] ?? isOn) : isOn}
        onChange={(next) => change.mutate({ [name]: next })}
        aria-describedby={id}
      >
        {label}
      </Switch>
      <p id={id} className={css.switchText}>
        {text}
      </p>
    </div>
  )
}
