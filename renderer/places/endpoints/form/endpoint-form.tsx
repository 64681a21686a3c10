import { useQuery } from '@tanstack/react-query'
import { Braces } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { eventTypeMeanings, eventTypes, sampleEvents } from '#shared/deliveries/events/event-types.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { scopeMeanings, scopeOfWorkspaceKey, scopes } from '#shared/endpoints/scopes.ts'
import type { AppError } from '#shared/errors.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { splitVisible, VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { EventsField } from '../../../nouns/deliveries/events-field.tsx'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import css from '../../../nouns/endpoints/form/endpoint-form.module.css'
import { RefusedScopes } from '../../../nouns/endpoints/form/refused-scopes.tsx'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { RefusalDetails } from '../../../nouns/endpoints/refusal-details.tsx'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { scopes as copy, events as eventsCopy, name as nameCopy, unlisted } from './copy.ts'
import { type EndpointFields, type FieldErrors, validateFields } from './endpoint-fields.ts'
import { FolderFilterField } from './folder-filter-field.tsx'
import { ReceiverField } from './receiver-field.tsx'

/** The writable fields of an endpoint (specification, section 4). The parent stores and sends the values. */
export function EndpointForm({
  id,
  fields,
  proposed,
  errors,
  refusal,
  before,
  onChange,
  onSubmit,
}: {
  readonly id: string
  readonly fields: EndpointFields
  readonly proposed: string
  readonly errors: FieldErrors
  /** The service error that caused the field errors, or `null` if they were found before sending. */
  readonly refusal: AppError | null
  readonly before: Endpoint | undefined
  readonly onChange: (fields: EndpointFields) => void
  readonly onSubmit: () => void
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current
      ?.querySelector<HTMLElement>(
        ':is([data-invalid], [aria-invalid="true"]) input, input[aria-invalid="true"]',
      )
      ?.focus()
    form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [errors])

  const isProposed = fields.label === null
  const name = fields.label ?? proposed
  const isTyped = useRef(false)
  // Selects a name that the user did not type, such as a proposal or a draft, so that typing replaces it. This includes a name
  // that arrives while the field has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each name
  useEffect(() => {
    const field = form.current?.querySelector('input')
    if ((isProposed || !isTyped.current) && document.activeElement === field) field?.select()
  }, [isProposed, name])

  const onScopes = (scopes: readonly string[]) => onChange({ ...fields, scopes })
  const onOffer = (scopes: readonly string[]) => {
    onScopes(scopes)
    document.querySelector<HTMLElement>(`button[form="${CSS.escape(id)}"]`)?.focus()
  }
  const folders = useFolderNames()
  const withNames = (message: string | undefined) =>
    message?.replace(/\bfol_[a-zA-Z0-9]{14}\b/g, (folderId) => visibleName(folders.of(folderId).name))
  const [refused] = Object.keys(errors)
  const detailsOf = (field: keyof FieldErrors) =>
    refusal && refused === field ? <RefusalDetails details={refusal.details} /> : null

  return (
    <form ref={form} id={id} onSubmit={submit} className={stackCss.s5} noValidate>
      <TextField
        label={nameCopy.label}
        description={nameCopy.text}
        value={name}
        onChange={(label) => {
          isTyped.current = true
          onChange({ ...fields, label })
        }}
        error={errors.label}
        limit={80}
        autoComplete="off"
        autoFocus
        onFocus={({ target }) => isProposed && target instanceof HTMLInputElement && target.select()}
      />
      <ReceiverField fields={fields} errors={errors} before={before} onChange={onChange} />
      {detailsOf('url') ?? detailsOf('receiver')}
      <EventChoices
        isAll={fields.allEvents}
        events={fields.events}
        also={before?.events ?? []}
        error={errors.events}
        onAll={(allEvents) => onChange({ ...fields, allEvents })}
        onChange={(chosen) => onChange({ ...fields, events: chosen })}
      />
      {detailsOf('events')}
      <FolderFilterField
        fields={fields}
        error={withNames(errors.folderIds) ?? validateFields(fields, folders.parents, before).folderIds}
        except={before?.id}
        isJudged={refused === 'scopes' || refused === 'folderIds'}
        onChange={(folderIds) => onChange({ ...fields, folderIds })}
      />
      {detailsOf('folderIds')}
      <div className={stackCss.s3}>
        <ScopeChoices
          chosen={fields.scopes}
          also={before?.scopes ?? []}
          error={withNames(errors.scopes)}
          onChange={onScopes}
        />
        {errors.scopes && refusal?.details.scopes?.named && refusal.details.scopes.offers.length > 0 ? (
          <RefusedScopes advice={refusal.details.scopes} chosen={fields.scopes} onChoose={onOffer} />
        ) : null}
        {detailsOf('scopes')}
      </div>
    </form>
  )
}

/** Replaces invisible characters with their names, for text that can't contain elements. */
const visibleName = (text: string) =>
  splitVisible(text)
    .map((part) => part.text)
    .join('')

/**
 * Lets the user choose the scopes, which determine the notes that an endpoint receives events for (specification, section 5.3).
 */
function ScopeChoices({
  chosen,
  also,
  error,
  onChange,
}: {
  readonly chosen: readonly string[]
  readonly also: readonly string[]
  readonly error: string | undefined
  readonly onChange: (scopes: readonly string[]) => void
}) {
  const api = useApi()
  const { data: endpoints = [] } = useQuery(endpointList(api))
  const { data: session } = useQuery(sessionStatus(api))
  const [isAsked, setIsAsked] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The pressed button disappears, so the focus moves to the new checkbox.
  useEffect(() => {
    if (isAsked) place.current?.querySelector<HTMLElement>(`input[value="${scopeOfWorkspaceKey}"]`)?.focus()
  }, [isAsked])
  // Excludes the sandbox, whose only key is not a workspace key.
  const mayBeWorkspaceKey = session?.state === 'connected' && session.workspace.kind !== 'sandbox'
  const isSeen = endpoints.some((endpoint) => endpoint.scopes.includes(scopeOfWorkspaceKey))
  const offered = new Set<string>([...scopes, ...also, ...chosen])
  if (isAsked || isSeen) offered.add(scopeOfWorkspaceKey)
  return (
    <div ref={place} className={stackCss.s3}>
      <CheckboxGroup
        label={copy.label}
        description={copy.text}
        error={error}
        value={[...chosen]}
        onChange={onChange}
      >
        {[...offered].map((scope) => (
          <Checkbox key={scope} value={scope} description={meaningOf(scope)}>
            <code>
              <VisibleText text={scope} />
            </code>
          </Checkbox>
        ))}
      </CheckboxGroup>
      {error || !mayBeWorkspaceKey || offered.has(scopeOfWorkspaceKey) ? null : (
        <p className={css.hint}>
          {copy.forWorkspaceKey} <code>{scopeOfWorkspaceKey}</code>.{' '}
          <LinkButton
            onPress={() => {
              setIsAsked(true)
              onChange([scopeOfWorkspaceKey])
            }}
          >
            {copy.useWorkspaceKey}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

function meaningOf(scope: string): string {
  if (scope === scopeOfWorkspaceKey) {
    return copy.workspaceKey
  }
  const listed = Object.entries(scopeMeanings).find(([name]) => name === scope)
  return listed?.[1] ?? unlisted
}

/** Lets the user choose the events to send (specification, section 6): all, or only some of them, each with a sample delivery. */
function EventChoices({
  isAll,
  events,
  also,
  error,
  onAll,
  onChange,
}: {
  readonly isAll: boolean
  readonly events: readonly string[]
  readonly also: readonly string[]
  readonly error: string | undefined
  readonly onAll: (isAll: boolean) => void
  readonly onChange: (events: readonly string[]) => void
}) {
  const others = also.filter((type) => !eventTypes.some((listed) => listed === type))
  const missesShared = !isAll && events.includes('note.generated') && !events.includes('note.access_granted')
  return (
    <div className={stackCss.s3}>
      <EventsField isAll={isAll} chosen={events} error={error} onAll={onAll} onChange={onChange}>
        {eventTypes.map((type) => (
          <Choice key={type} type={type} />
        ))}
        {others.map((type) => (
          <Checkbox key={type} value={type} description={unlisted}>
            <code>
              <VisibleText text={type} />
            </code>
          </Checkbox>
        ))}
      </EventsField>
      {missesShared ? (
        <Banner
          tone="warn"
          title={eventsCopy.missesShared}
          action={
            <Button size="small" onPress={() => onChange([...events, 'note.access_granted'])}>
              {eventsCopy.addShared}
            </Button>
          }
        >
          {eventsCopy.missesSharedText.before} <code>note.access_granted</code>{' '}
          {eventsCopy.missesSharedText.between} <code>note.generated</code>
          {eventsCopy.missesSharedText.after}
        </Banner>
      ) : null}
    </div>
  )
}

function Choice({ type }: { readonly type: (typeof eventTypes)[number] }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <div className={css.choice}>
        <Checkbox value={type} description={eventTypeMeanings[type]}>
          <code>{type}</code>
        </Checkbox>
        <Button
          size="small"
          variant="quiet"
          icon={<Braces size={13} aria-hidden />}
          aria-expanded={open}
          aria-label={eventsCopy.sampleOf(type)}
          onPress={() => setOpen(!open)}
        >
          {eventsCopy.sample}
        </Button>
      </div>
      {open ? (
        <div className={css.sample}>
          <CodeBlock
            label={eventsCopy.sampleName(type)}
            text={JSON.stringify(sampleEvents[type], null, 2)}
            wrap={false}
          />
          <p className={css.hint}>{eventsCopy.sampleText}</p>
        </div>
      ) : null}
    </div>
  )
}
