import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { SandboxStatus } from '#shared/sandbox/model.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { useApi } from '../../host/client.ts'
import { setSwitches } from '../../nouns/sandbox/queries.ts'
import { events, switches } from './copy.ts'
import { Part } from './part.tsx'
import css from './sandbox-page.module.css'

interface Props {
  readonly status: SandboxStatus
}

export function EventsSection({ status }: Props) {
  return (
    <Part title={events.title}>
      {events.of.map((of) => (
        <ServiceSwitch key={of.name} {...of} isOn={status.switches[of.name]} />
      ))}
    </Part>
  )
}

export function SwitchesSection({ status }: Props) {
  return switches.map(({ title, of }) => (
    <Part key={title} title={title}>
      {of.map((one) => (
        <ServiceSwitch key={one.name} {...one} isOn={status.switches[one.name]} />
      ))}
    </Part>
  ))
}

function ServiceSwitch({ name, isOn, ...words }: (typeof events.of)[number] & { readonly isOn: boolean }) {
  const change = useMutation(setSwitches(useApi(), useQueryClient()))
  return (
    <SwitchLine
      {...words}
      isOn={change.isPending ? (change.variables[name] ?? isOn) : isOn}
      onChange={(next) => change.mutate({ [name]: next })}
    />
  )
}

function SwitchLine({
  label,
  text,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly text: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <div className={css.switch}>
      <Switch isSelected={isOn} onChange={onChange} aria-describedby={id}>
        {label}
      </Switch>
      <p id={id} className={css.switchText}>
        {text}
      </p>
    </div>
  )
}
