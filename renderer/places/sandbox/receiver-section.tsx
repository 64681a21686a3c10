import { Link } from '@tanstack/react-router'
import { type FormEvent, Fragment, useState } from 'react'
import { scopes } from '#shared/endpoints/scopes.ts'
import type { SandboxStatus } from '#shared/sandbox/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../host/client.ts'
import { useEndpointRequest } from '../../nouns/endpoints/use-endpoint-request.ts'
import { receiver as copy, direct as directCopy } from './copy.ts'
import { Part } from './part.tsx'
import css from './sandbox-page.module.css'

/** Shows the settings with which the user's receiver calls the API. */
export function ReceiverSection({
  status,
  isLinked,
}: {
  readonly status: SandboxStatus
  readonly isLinked: boolean
}) {
  const api = useApi()
  const { baseUrl, keyHint } = status
  return (
    <Part title={copy.title} isLinked={isLinked}>
      <p className={textCss.note}>{copy.text}</p>
      <div className={css.env}>
        <code className={css.envLines}>
          <Breakable text={envLines(baseUrl, hiddenKey(keyHint))} />
        </code>
        <CopyButton
          label={copy.copyEnv}
          text={async () => envLines(baseUrl, (await api.call('sandbox.receiver-key')).apiKey)}
        />
      </div>
    </Part>
  )
}

/** Creates an endpoint whose deliveries go from the service to the user's receiver, without Notehook in between. */
export function DirectSection() {
  return (
    <Part title={directCopy.title}>
      <p className={textCss.note}>{directCopy.text}</p>
      <CreateForm />
      <p className={textCss.note}>
        {directCopy.forward}{' '}
        <Link to="/receivers" search={{ form: 'new' }}>
          {directCopy.add}
        </Link>
        .
      </p>
    </Part>
  )
}

/** Allows a line break only after `=`, so that a URL is never broken before its port. */
function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<==)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** Creates an endpoint and shows its secret, like the form for endpoints. */
function CreateForm() {
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const request = useEndpointRequest('sandbox-receiver', () => {})
  const beside = request.failure?.details.fields?.['receiver.url'] ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() === '') return setProblem(directCopy.urlNeeded)
    const receiver = { kind: 'url' as const, url: url.trim() }
    const input = { label: directCopy.label, receiver, scopes: [...scopes], events: [], folderIds: [] }
    request.submit({ kind: 'create', place: { form: 'new' }, input }, () => setUrl(''))
  }
  return (
    <form className={css.create} onSubmit={submit} noValidate>
      <TextField
        label={directCopy.url}
        type="url"
        mono
        placeholder={directCopy.placeholder}
        value={url}
        onChange={(typed) => {
          setUrl(typed)
          setProblem(null)
          request.dismissFailure()
        }}
        error={problem ?? beside ?? undefined}
        autoComplete="off"
      />
      {request.failure && beside === null ? <ErrorBanner error={request.failure} /> : null}
      <Button type="submit" pending={request.pending}>
        {directCopy.create}
      </Button>
    </form>
  )
}

const envLines = (baseUrl: string, apiKey: string) =>
  `NOTEHOOK_API_URL=${baseUrl}\nNOTEHOOK_API_KEY=${apiKey}`

const hiddenKey = (hint: string) => `••••••••${hint}`
