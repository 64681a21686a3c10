import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Connect, type KeychainState, type Workspace } from '../../../shared/contract/session.ts'
import { type AppError, asAppError, type ErrorCode } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { enterSession } from '../../queries/entering.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorBanner } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import css from './connect-form.module.css'

interface Draft {
  readonly baseUrl: string
  readonly label: string
}

/**
 * Connects a workspace, or gives a known one its key again. The key goes by the client directly, never through a query or a
 * mutation, and is forgotten by the page as soon as the host has it.
 */
export function ConnectForm({
  keychain,
  workspace,
  onEntered,
}: {
  readonly keychain: KeychainState
  /** The workspace whose key is asked for again; its address is fixed. */
  readonly workspace?: Pick<Workspace, 'id' | 'baseUrl'>
  readonly onEntered: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const [draft, setDraft, clearDraft] = useDraft<Draft>('connect', { baseUrl: '', label: '' }, isDraft)
  const [apiKey, setApiKey] = useState('')
  const [keepInMemory, setKeepInMemory] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(fields).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fields])
  const askConsent = keychain === 'none' || error?.code === 'keychain-none'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const input = {
      baseUrl: workspace?.baseUrl ?? draft.baseUrl,
      apiKey,
      ...(workspace ? { profileId: workspace.id } : labelOf(draft.label)),
      ...(askConsent ? { keepInMemory } : {}),
    }
    const wrong = firstMistakes(input, askConsent && !keepInMemory)
    setFields(wrong)
    setError(null)
    if (Object.keys(wrong).length > 0) return
    setPending(true)
    try {
      const status = await api.call('session.connect', input)
      setApiKey('')
      clearDraft()
      enterSession(cache, status)
      onEntered()
    } catch (thrown) {
      const failure = asAppError(thrown)
      setFields(beside(failure))
      setError(failure)
    } finally {
      setPending(false)
    }
  }

  // What is said beside a field is not said again above the form.
  const fieldsHere = workspace ? ['apiKey', 'keepInMemory'] : ['apiKey', 'keepInMemory', 'baseUrl', 'label']
  const above =
    error !== null && error.code !== 'keychain-none' && !fieldsHere.some((field) => field in fields)
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {above ? <ErrorBanner error={error} /> : null}
      {workspace ? null : (
        <TextField
          label="Base address"
          type="url"
          mono
          value={draft.baseUrl}
          onChange={(baseUrl) => setDraft({ ...draft, baseUrl })}
          placeholder="https://api.example.com"
          error={fields.baseUrl}
          autoComplete="off"
        />
      )}
      <TextField
        label="API key"
        type="password"
        mono
        value={apiKey}
        onChange={setApiKey}
        description={
          askConsent || keychain === 'memory'
            ? 'It never comes back to this page.'
            : 'Kept in the keychain of this system. It never comes back to this page.'
        }
        error={fields.apiKey}
        autoComplete="off"
      />
      {workspace ? null : (
        <TextField
          label="Name (optional)"
          value={draft.label}
          onChange={(label) => setDraft({ ...draft, label })}
          placeholder="Acme workspace"
          error={fields.label}
          autoComplete="off"
        />
      )}
      {askConsent ? (
        <div className={css.consent}>
          <p>
            <strong>This system has no keychain.</strong> Notehook keeps nothing secret in a file.
          </p>
          <Checkbox
            isSelected={keepInMemory}
            onChange={setKeepInMemory}
            isInvalid={Boolean(fields.keepInMemory)}
            description={
              fields.keepInMemory ?? 'You enter it again the next time, and signing secrets are lost with it.'
            }
          >
            Keep the key in memory until I quit
          </Checkbox>
        </div>
      ) : null}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {workspace ? 'Use this key' : 'Connect'}
      </Button>
    </form>
  )
}

function isDraft(stored: unknown): stored is Draft {
  const draft = stored as Partial<Draft> | null
  return typeof draft?.baseUrl === 'string' && typeof draft.label === 'string'
}

function labelOf(label: string): { label?: string } {
  return label.trim() === '' ? {} : { label }
}

function firstMistakes(input: unknown, consentMissing: boolean): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const { path, message } of Connect.safeParse(input).error?.issues ?? []) {
    wrong[path.join('.')] ??= message
  }
  if (consentMissing) wrong.keepInMemory = 'Agree to this, or set up a keychain first.'
  return wrong
}

/** The errors of the service that are about one field. */
function beside(error: AppError): Record<string, string> {
  if (error.details.fields) return error.details.fields
  const field = fieldOf[error.code]
  return field ? { [field]: error.message } : {}
}

const fieldOf: Partial<Record<ErrorCode, 'baseUrl' | 'apiKey'>> = {
  'key-rejected': 'apiKey',
  insecure: 'baseUrl',
  unreachable: 'baseUrl',
  redirected: 'baseUrl',
}
