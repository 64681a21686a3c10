import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type AppError, asAppError, type ErrorCode } from '#shared/errors.ts'
import {
  Connect,
  type KeychainState,
  type KeyTest,
  type Workspace,
} from '#shared/workspaces/session-contract.ts'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorDetails } from '#ui/feedback/error-details.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { useFailureAfterUnmount } from '#ui/feedback/use-failure-after-unmount.ts'
import { useAbort } from '#ui/hooks/use-abort.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { setSession } from '../../../host/session-cache.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { common, connect as copy, failures } from '../copy.ts'
import { openWorkspace, workspaceList } from '../queries.ts'
import css from './connect-form.module.css'

interface Draft {
  readonly baseUrl: string
  readonly label: string
}

/**
 * Connects a workspace, or replaces a known workspace's key. The key is never stored in a query or a mutation, and is dropped as
 * soon as the host has it. Testing a key stores nothing.
 */
export function ConnectForm({
  keychain,
  workspace,
  isBeside = false,
  isPaused = false,
  onClose,
  onFilled,
  onEntered,
}: {
  readonly keychain: KeychainState
  readonly workspace?: Pick<Workspace, 'id' | 'baseUrl'>
  /** Whether the page has another primary action until the form is complete. */
  readonly isBeside?: boolean
  readonly onFilled?: (isFilled: boolean) => void
  /** Whether another workspace is being opened. The form then cancels its pending request and sends no other. */
  readonly isPaused?: boolean
  /** Closes the dialog that contains the form. Without a dialog, this is `undefined`. */
  readonly onClose?: (() => void) | undefined
  readonly onEntered: () => void
}) {
  const isInDialog = onClose !== undefined
  const api = useApi()
  const cache = useQueryClient()
  const [draft, setDraft, clearDraft] = useDraft<Draft>('connect', { baseUrl: '', label: '' }, isDraft)
  const [apiKey, setApiKey] = useState('')
  const [keepInMemory, setKeepInMemory] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [pending, setPending] = useState<'testing' | 'connecting' | null>(null)
  const [tested, setTested] = useState<KeyTest | null>(null)
  const form = useRef<HTMLFormElement>(null)
  /** The element that gets the focus back when the user cancels. */
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (Object.keys(fields).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fields])
  const code = error?.code
  const needsConsent = keychain === 'none' || code === 'keychain-none' || code === 'keychain-failed'
  // If the keychain is locked, the user can also unlock it instead of keeping the key in memory.
  const offersMemory =
    needsConsent || keepInMemory || code === 'keychain-locked' || code === 'keychain-waiting'

  const key = { baseUrl: workspace?.baseUrl ?? draft.baseUrl, apiKey }
  const isFilled = key.baseUrl.trim() !== '' && apiKey !== ''
  useEffect(() => onFilled?.(isFilled), [onFilled, isFilled])

  const { begin, abort } = useAbort()
  const abortLatest = useRef(abort)
  abortLatest.current = abort
  useEffect(() => {
    if (isPaused) abortLatest.current()
  }, [isPaused])
  useEffect(() => (isInDialog ? () => abortLatest.current() : undefined), [isInDialog])
  const reportIfGone = useFailureAfterUnmount(failures.connect)
  const attempt = async (
    what: 'testing' | 'connecting',
    wrong: Record<string, string>,
    send: (signal: AbortSignal) => Promise<void>,
  ) => {
    if (pending || isPaused) return
    setFields(wrong)
    setError(null)
    setTested(null)
    if (Object.keys(wrong).length > 0) return
    pressed.current = document.activeElement
    setPending(what)
    try {
      await send(begin())
    } catch (thrown) {
      const failure = asAppError(thrown)
      if (failure.code === 'canceled' || reportIfGone(failure)) return
      setFields(fieldErrorsOf(failure))
      setError(failure)
    } finally {
      setPending(null)
    }
  }

  const cancel = () => {
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
    abort()
  }

  const test = () =>
    attempt('testing', validateConnect(key, false), async (signal) =>
      setTested(await api.call('workspaces.test-key', key, { signal })),
    )

  const connect = (as: { readonly workspaceId?: string; readonly another?: true }) => {
    const input = {
      ...key,
      ...(workspace ? {} : labelOf(draft.label)),
      ...as,
      ...(offersMemory ? { keepInMemory } : {}),
    }
    void attempt('connecting', validateConnect(input, needsConsent && !keepInMemory), async (signal) => {
      const status = await api.call('workspaces.connect', input, { signal })
      setApiKey('')
      clearDraft()
      setSession(cache, status)
      onEntered()
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect(workspace ? { workspaceId: workspace.id } : {})
  }

  const submitButton = (
    <Button
      type="submit"
      variant={isBeside && !isFilled ? 'secondary' : 'primary'}
      size={isInDialog ? 'medium' : 'large'}
      isDisabled={isPaused}
      pending={pending === 'connecting'}
    >
      {workspace ? copy.submitKey : copy.submit}
    </Button>
  )

  const fieldsHere = workspace ? ['apiKey', 'keepInMemory'] : ['apiKey', 'keepInMemory', 'baseUrl', 'label']
  const above =
    error !== null && error.code !== 'keychain-none' && !fieldsHere.some((field) => field in fields)
  return (
    <form
      ref={form}
      className={classes(stackCss.s4, isBeside && css.beside, isInDialog && css.inDialog)}
      onSubmit={submit}
      noValidate
    >
      {error?.code === 'was-connected' ? (
        <ReconnectChoices error={error} pending={pending === 'connecting'} onConnect={connect} />
      ) : above ? (
        <ErrorBanner error={error} action={<OpenExistingWorkspace error={error} onEntered={onEntered} />} />
      ) : null}
      {workspace ? null : (
        <TextField
          label={copy.baseUrl}
          type="url"
          mono
          value={draft.baseUrl}
          onChange={(baseUrl) => {
            setDraft({ ...draft, baseUrl })
            setTested(null)
          }}
          placeholder="https://api.example.com"
          autoFocus={isInDialog}
          error={fields.baseUrl}
          autoComplete="off"
        />
      )}
      <TextField
        label={copy.apiKey}
        placeholder={copy.keyPlaceholder}
        type="password"
        mono
        value={apiKey}
        onChange={(typed) => {
          setApiKey(typed)
          setTested(null)
        }}
        description={
          needsConsent || keychain === 'memory' ? (
            copy.neverReturned
          ) : (
            <span className={css.inKeychain}>
              <Lock size={12} aria-hidden /> {copy.inKeychain}
            </span>
          )
        }
        error={fields.apiKey}
        autoComplete="off"
      />
      {tested ? <KeyTestResult seesNotes={tested.seesNotes} /> : null}
      {workspace ? null : (
        <TextField
          label={copy.name}
          value={draft.label}
          onChange={(label) => setDraft({ ...draft, label })}
          placeholder={copy.namePlaceholder}
          error={fields.label}
          autoComplete="off"
        />
      )}
      {offersMemory ? (
        <div className={css.consent}>
          <p>
            {needsConsent ? <strong>{copy.noKeychain}</strong> : null} {copy.noFile}
          </p>
          <Checkbox
            isSelected={keepInMemory}
            onChange={setKeepInMemory}
            isInvalid={Boolean(fields.keepInMemory)}
            description={fields.keepInMemory ?? copy.keepInMemoryMeaning}
          >
            {copy.keepInMemory}
          </Checkbox>
        </div>
      ) : null}
      {error !== null && !above ? <ErrorDetails error={error} /> : null}
      <div className={classes(stackCss.s4, css.foot)}>
        <div className={css.actions}>
          {isInDialog ? null : submitButton}
          <Button
            variant="quiet"
            size={isInDialog ? 'medium' : 'large'}
            isDisabled={isPaused}
            pending={pending === 'testing'}
            onPress={test}
          >
            {copy.test}
          </Button>
          {onClose ? (
            <>
              <Button onPress={onClose}>{common.cancel}</Button>
              {submitButton}
            </>
          ) : null}
        </div>
        {pending ? (
          <div className={css.waiting}>
            <LoadingLine stopLabel={common.cancel} onStop={cancel} />
          </div>
        ) : null}
      </div>
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

function validateConnect(input: unknown, consentMissing: boolean): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const { path, message } of Connect.safeParse(input).error?.issues ?? []) {
    wrong[path.join('.')] ??= message
  }
  if (consentMissing) wrong.keepInMemory = copy.consentMissing
  return wrong
}

function fieldErrorsOf(error: AppError): Record<string, string> {
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

/** Shows whether a tested key works and can see notes. The API can't return a key's kind or scopes (specification, section 5). */
function KeyTestResult({ seesNotes }: KeyTest) {
  return (
    <Banner tone={seesNotes ? 'ok' : 'warn'} title={seesNotes ? copy.keyWorks : copy.keySeesNothing}>
      {seesNotes ? copy.keyWorksText : copy.keySeesNothingText}
    </Banner>
  )
}

function OpenExistingWorkspace({
  error,
  onEntered,
}: {
  readonly error: AppError
  readonly onEntered: () => void
}) {
  const open = useSubmission(openWorkspace(useApi(), useQueryClient()), onEntered)
  const { workspaceId } = error.details
  if (workspaceId === undefined) return null
  return (
    <Button pending={open.isPending} onPress={() => open.mutate(workspaceId)}>
      {copy.openExisting}
    </Button>
  )
}

/** Asks whether to reconnect a disconnected workspace with the same base URL, because that would restore its data. */
function ReconnectChoices({
  error,
  pending,
  onConnect,
}: {
  readonly error: AppError
  readonly pending: boolean
  readonly onConnect: (as: { readonly workspaceId: string } | { readonly another: true }) => void
}) {
  const { data: workspaces = [] } = useQuery(workspaceList(useApi()))
  const one = workspaces.find(({ id }) => id === error.details.workspaceId)
  const disconnected = workspaces.filter(({ key, baseUrl }) => key === 'missing' && baseUrl === one?.baseUrl)
  return (
    <Banner tone="info" title={error.message}>
      {copy.reconnectMeaning}
      <div className={css.choices}>
        {disconnected.map(({ id, label }) => (
          <Button key={id} pending={pending} onPress={() => onConnect({ workspaceId: id })}>
            {copy.reconnect} <VisibleText text={label} />
          </Button>
        ))}
        <Button pending={pending} onPress={() => onConnect({ another: true })}>
          {copy.connectAnother}
        </Button>
      </div>
    </Banner>
  )
}
