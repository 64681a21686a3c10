import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { StatusPill } from '#ui/status/status-pill.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { startTunnel, tunnelReadiness } from '../../nouns/tunnel/queries.ts'
import { chooser as copy, providerDescriptions, providerNames, readinessLabels } from './copy.ts'
import css from './provider-chooser.module.css'
import { choiceOf, emptyFields, fieldsOf, type ProviderFields } from './provider-fields.ts'
import { ProviderSettings } from './provider-settings.tsx'

const kinds = Object.keys(providerNames) as TunnelKind[]

export function ProviderChooser({ tunnel }: { readonly tunnel: TunnelStatus }) {
  const api = useApi()
  const options = startTunnel(api, useQueryClient())
  const start = useSubmission({
    ...options,
    onSuccess(...done) {
      clearFields()
      return options.onSuccess?.(...done)
    },
  })
  const readiness = useQuery(tunnelReadiness(api))
  const [fields, setFields, clearFields] = useDraft<ProviderFields>(
    'tunnel',
    fieldsOf(tunnel.choice),
    isFields,
  )
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const ready = readiness.data?.find(({ kind }) => kind === fields.kind)
  const fieldErrors = start.isError ? (asAppError(start.error).details.fields ?? null) : null

  const change = (changes: Partial<ProviderFields>) => {
    setFields({ ...fields, ...changes })
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

  return (
    <section className={css.chooser} aria-label={copy.region}>
      <RadioGroup
        label={copy.choose(tunnel.state === 'off')}
        value={fields.kind}
        onChange={(kind) => change({ kind: kind as TunnelKind })}
      >
        {kinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            description={
              <Description kind={kind} readiness={readiness.data?.find((it) => it.kind === kind)} />
            }
          >
            {providerNames[kind]}
          </Radio>
        ))}
      </RadioGroup>
      <form onSubmit={submit} className={css.form} noValidate>
        <Requirement readiness={ready} />
        <ProviderSettings
          fields={fields}
          change={change}
          errors={{ ...errors, ...fieldErrors }}
          readiness={ready}
        />
        {start.isError && fieldErrors === null ? <ErrorBanner error={start.error} /> : null}
        <div className={css.actions}>
          <Button
            type="submit"
            variant="primary"
            icon={<Cable size={14} aria-hidden />}
            pending={start.isPending}
          >
            {copy.submit(tunnel.state === 'off')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function Description({
  kind,
  readiness,
}: {
  readonly kind: TunnelKind
  readonly readiness: TunnelReadiness | undefined
}) {
  // A user's own proxy needs nothing on this computer, and its state is unknown.
  const status = readiness && kind !== 'own-url' ? readinessLabels[readiness.state] : undefined
  return (
    <span className={css.description}>
      <span>{providerDescriptions[kind]}</span>
      {readiness && status ? (
        <span className={css.ready}>
          <StatusPill tone={status.tone}>{status.label}</StatusPill>
          <span>
            {readiness.state === 'ready' ? null : readiness.sentence} {readiness.detail}
          </span>
        </span>
      ) : null}
    </span>
  )
}

/**
 * Explains how to get the requirements of the chosen provider. Not part of its description, where pressing a link would also
 * choose the provider.
 */
function Requirement({ readiness }: { readonly readiness: TunnelReadiness | undefined }) {
  if (readiness?.command !== undefined) {
    return (
      <p className={css.needed}>
        {copy.run} <code className={css.command}>{readiness.command}</code>
        <CopyButton text={readiness.command} label={copy.copyCommand} />
      </p>
    )
  }
  if (readiness?.link === undefined) return null
  return (
    <p className={css.needed}>
      {copy.get} <ExternalLink href={readiness.link}>{readiness.link.replace('https://', '')}</ExternalLink>
    </p>
  )
}

function isFields(stored: unknown): stored is ProviderFields {
  if (typeof stored !== 'object' || stored === null) return false
  return Object.entries(emptyFields).every(
    ([name, value]) => typeof (stored as Record<string, unknown>)[name] === typeof value,
  )
}
