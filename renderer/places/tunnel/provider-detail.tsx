import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelChoice, TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { Detail, DetailTitle } from '#ui/layout/detail.tsx'
import { StatusDot } from '#ui/status/status-pill.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useApi } from '../../host/client.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { dotOf, stateLabel } from '../../nouns/tunnel/copy.ts'
import { probeTunnel, startTunnel, stopTunnel } from '../../nouns/tunnel/queries.ts'
import { detail as copy, providerNames } from './copy.ts'
import css from './provider-detail.module.css'
import { choiceOf, type ProviderFields } from './provider-fields.ts'
import { ProviderSettings } from './provider-settings.tsx'
import { runningKind, TunnelState } from './tunnel-state.tsx'

export function ProviderDetail({
  tunnel,
  readiness,
  fields,
  isChanged,
  onChange,
  onStarted,
  onClose,
}: {
  readonly tunnel: TunnelStatus
  readonly readiness: TunnelReadiness | undefined
  readonly fields: ProviderFields & { readonly kind: TunnelKind }
  /** Whether the settings differ from those of the running tunnel. */
  readonly isChanged: boolean
  readonly onChange: (fields: ProviderFields) => void
  readonly onStarted: () => void
  readonly onClose: (() => void) | undefined
}) {
  const options = startTunnel(useApi(), useQueryClient())
  const start = useSubmission({
    ...options,
    onSuccess(...done) {
      onStarted()
      return options.onSuccess?.(...done)
    },
  })
  const isLost = useHostConnection().lost !== null
  const formId = useId()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const fieldErrors = start.isError ? (asAppError(start.error).details.fields ?? null) : null
  const isSandbox = tunnel.source === 'sandbox'
  const isOff = isSandbox || tunnel.state === 'off'
  const running = !isOff && !isLost && runningKind(tunnel) === fields.kind ? tunnel : null
  const isUnavailable = readiness !== undefined && readiness.state !== 'ready'

  const change = (changes: Partial<ProviderFields>) => {
    onChange({ ...fields, ...changes })
    setErrors({})
    start.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = choiceOf(fields)
    if ('errors' in parsed) return setErrors(parsed.errors)
    setErrors({})
    start.mutate(parsed.choice)
  }
  const submitButton = (label: string) => (
    <Button
      type="submit"
      form={formId}
      variant={isOff ? 'primary' : 'secondary'}
      isDisabled={isSandbox}
      pending={start.isPending}
    >
      {label}
    </Button>
  )

  return (
    <Detail
      id="tunnel-detail"
      label={providerNames[fields.kind]}
      itemKey={fields.kind}
      onClose={onClose}
      alone={useOnePane()}
      bar={
        <>
          {running ? <StatusDot look={dotOf(running)} /> : null}
          <DetailTitle text={providerNames[fields.kind]} />
          <span className={css.state}>{running ? stateLabel(running).label : null}</span>
          {running ? (
            <Actions tunnel={running} choice={tunnel.choice}>
              {isChanged ? submitButton(copy.restart) : null}
            </Actions>
          ) : (
            submitButton(isOff ? copy.start : copy.switch)
          )}
        </>
      }
    >
      {start.isError && fieldErrors === null ? (
        <div className={css.section}>
          <ErrorBanner error={start.error} />
        </div>
      ) : null}
      {running ? <TunnelState tunnel={running} readiness={readiness} /> : null}
      {isUnavailable ? <Requirement readiness={readiness} /> : null}
      <form id={formId} onSubmit={submit} className={css.section} noValidate>
        <h3>{copy.settings}</h3>
        <ProviderSettings
          fields={fields}
          change={change}
          errors={{ ...errors, ...fieldErrors }}
          readiness={readiness}
        />
      </form>
    </Detail>
  )
}

function Actions({
  tunnel,
  choice,
  children,
}: {
  readonly tunnel: TunnelStatus
  readonly choice: TunnelChoice | null
  readonly children: React.ReactNode
}) {
  const api = useApi()
  const cache = useQueryClient()
  const stop = useMutation(stopTunnel(api, cache))
  const probe = useMutation(probeTunnel(api, cache))
  const start = useMutation(startTunnel(api, cache))
  const isStarting = tunnel.state === 'starting' || tunnel.state === 'proving'
  // A tunnel that is down without a fault has ended and must be opened again. A tunnel whose probe failed is still running.
  const hasEnded = tunnel.state === 'down' && tunnel.problem !== null && tunnel.problem.fault === null
  // Opens a tunnel again that has ended and has no planned retry. Otherwise, probes the tunnel.
  const again = () => (hasEnded && tunnel.retryAt === null && choice ? start.mutate(choice) : probe.mutate())
  const failure = stop.error ?? probe.error ?? start.error
  return (
    <>
      {children}
      {hasEnded || tunnel.publicUrl !== null ? (
        <Button
          variant={hasEnded ? 'primary' : 'quiet'}
          pending={probe.isPending || start.isPending}
          onPress={again}
        >
          {hasEnded ? copy.retry : copy.check}
        </Button>
      ) : null}
      <Button pending={stop.isPending} onPress={() => stop.mutate()}>
        {isStarting ? copy.cancel : copy.stop}
      </Button>
      {failure ? (
        <div className={css.failure}>
          <ErrorBanner error={failure} />
        </div>
      ) : null}
    </>
  )
}

/** Explains why a provider can't start on this computer, and how to change that. */
function Requirement({ readiness }: { readonly readiness: TunnelReadiness }) {
  const { sentence, detail, command, link } = readiness
  return (
    <div className={css.section}>
      <p>
        {sentence} <span className={css.muted}>{detail}</span>
      </p>
      {command !== undefined ? (
        <p className={css.needed}>
          {copy.run} <code className={css.command}>{command}</code>
          <CopyButton text={command} label={copy.copyCommand} />
        </p>
      ) : link !== undefined ? (
        <p className={css.needed}>
          {copy.get} <ExternalLink href={link}>{link.replace('https://', '')}</ExternalLink>
        </p>
      ) : null}
    </div>
  )
}
