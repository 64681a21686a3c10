import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { SandboxStatus } from '#shared/sandbox/model.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { unverifiedView } from '../../nouns/deliveries/filter/fixed-views.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { endpointList } from '../../nouns/endpoints/queries.ts'
import { setSwitches } from '../../nouns/sandbox/queries.ts'
import { outage as copy, events, switches } from './copy.ts'
import { Part } from './part.tsx'
import css from './sandbox-page.module.css'

const dayMs = 86_400_000

interface Props {
  readonly status: SandboxStatus
}

export function EventsSection({ status }: Props) {
  return (
    <Part title={events.title}>
      {events.of.map((of) => (
        <ServiceSwitch key={of.name} {...of} isOn={status.switches[of.name]} />
      ))}
      <OutageProgress status={status} />
    </Part>
  )
}

/** Shows how many of the four days of failures have passed, and how to continue once an endpoint is disabled. */
function OutageProgress({ status: { switches: on, failing } }: Props) {
  const { data } = useQuery(endpointList(useApi()))
  const names = useEndpointNames()
  const off = (data ?? []).filter(({ disabledState }) => disabledState?.by === 'service')
  const [first] = off
  if (first)
    return (
      <div role="status" className={css.progress}>
        <b>
          <VisibleText text={copy.disabled(names.of(first.id), off.length)} />
        </b>
        <span className={css.progressText}>
          {on.outage ? copy.turnOff(off.length) : copy.enable(off.length)}
        </span>
        <Link to="/missed" search={{ endpoint: first.id }}>
          {copy.missed}
        </Link>
      </div>
    )
  if (!on.outage) return null
  return (
    <div className={css.progress}>
      <b role="status">
        {failing === null ? (
          copy.noFailure
        ) : (
          <VisibleText
            text={copy.day(Math.min(4, Math.floor(failing.forMs / dayMs) + 1), names.of(failing.endpointId))}
          />
        )}
      </b>
    </div>
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

function ServiceSwitch({
  name,
  isOn,
  shows,
  ...words
}: (typeof events.of)[number] & { readonly isOn: boolean }) {
  const change = useMutation(setSwitches(useApi(), useQueryClient()))
  return (
    <SwitchLine
      {...words}
      isOn={change.isPending ? (change.variables[name] ?? isOn) : isOn}
      onChange={(next) => change.mutate({ [name]: next })}
    >
      {shows === undefined ? null : (
        <Link to="/inspector" search={{ q: unverifiedView.q }}>
          {shows}
        </Link>
      )}
    </SwitchLine>
  )
}

function SwitchLine({
  label,
  text,
  isOn,
  onChange,
  children,
}: {
  readonly label: string
  readonly text: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <div className={css.switch}>
      <Switch isSelected={isOn} onChange={onChange} aria-describedby={id}>
        {label}
      </Switch>
      <p className={css.switchText}>
        <span id={id}>{text}</span> {children}
      </p>
    </div>
  )
}
