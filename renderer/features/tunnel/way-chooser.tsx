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
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { startTunnel, tunnelReadiness } from './queries.ts'
import { readinessWords, wayDescriptions, wayNames } from './tunnel-words.ts'
import css from './way-chooser.module.css'
import { choiceOf, emptyFields, fieldsOf, type WayFields } from './way-fields.ts'
import { Way } from './ways.tsx'

const kinds = Object.keys(wayNames) as TunnelKind[]

/** The ways there are, what each needs here, and the form of the one that is chosen. */
export function WayChooser({ tunnel }: { readonly tunnel: TunnelStatus }) {
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
  const [fields, setFields, clearFields] = useDraft<WayFields>('tunnel', fieldsOf(tunnel.choice), isFields)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const ready = readiness.data?.find(({ kind }) => kind === fields.kind)
  const refused = start.isError ? (asAppError(start.error).details.fields ?? null) : null

  const change = (changes: Partial<WayFields>) => {
    setFields({ ...fields, ...changes })
    setErrors({})
    start.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const made = choiceOf(fields)
    if ('errors' in made) return setErrors(made.errors)
    setErrors({})
    start.mutate(made.choice)
  }

  return (
    <section className={css.chooser} aria-label="Ways to be reached">
      <RadioGroup
        label={tunnel.state === 'off' ? 'Choose a way' : 'Another way'}
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
            {wayNames[kind]}
          </Radio>
        ))}
      </RadioGroup>
      <form onSubmit={submit} className={css.form} noValidate>
        <Needed readiness={ready} />
        <Way fields={fields} change={change} errors={{ ...errors, ...refused }} readiness={ready} />
        {start.isError && refused === null ? <ErrorBanner error={start.error} /> : null}
        <div className={css.actions}>
          <Button
            type="submit"
            variant="primary"
            icon={<Cable size={14} aria-hidden />}
            pending={start.isPending}
          >
            {tunnel.state === 'off' ? 'Open the tunnel' : 'Open this tunnel instead'}
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
  const known = readiness && readinessWords[readiness.state]
  return (
    <span className={css.description}>
      <span>{wayDescriptions[kind]}</span>
      {readiness && known ? (
        <span className={css.ready}>
          <StatusPill tone={known.tone}>{known.words}</StatusPill>
          {readiness.state === 'ready' && kind === 'own-url' ? null : (
            <span>
              {readiness.state === 'ready' ? null : readiness.sentence} {readiness.detail}
            </span>
          )}
        </span>
      ) : null}
    </span>
  )
}

/** How to come by what the chosen way needs. Not in its description: what can be pressed there would choose it, too. */
function Needed({ readiness }: { readonly readiness: TunnelReadiness | undefined }) {
  if (readiness?.command !== undefined) {
    return (
      <p className={css.needed}>
        Run in a terminal <code className={css.command}>{readiness.command}</code>
        <CopyButton text={readiness.command} label="Copy the command" />
      </p>
    )
  }
  if (readiness?.link === undefined) return null
  return (
    <p className={css.needed}>
      Get it at <ExternalLink href={readiness.link}>{readiness.link.replace('https://', '')}</ExternalLink>
    </p>
  )
}

function isFields(stored: unknown): stored is WayFields {
  if (typeof stored !== 'object' || stored === null) return false
  return Object.entries(emptyFields).every(
    ([name, value]) => typeof (stored as Record<string, unknown>)[name] === typeof value,
  )
}
