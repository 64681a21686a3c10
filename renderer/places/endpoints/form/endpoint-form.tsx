import { type FormEvent, useEffect, useRef } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { AppError } from '#shared/errors.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { splitVisible } from '#ui/text/visible-text.tsx'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { RefusedScopes } from '../../../nouns/endpoints/form/refused-scopes.tsx'
import { RefusalDetails } from '../../../nouns/endpoints/refusal-details.tsx'
import { name as nameCopy } from './copy.ts'
import { type EndpointFields, type FieldErrors, validateFields } from './endpoint-fields.ts'
import { EventChoices } from './event-choices.tsx'
import { FolderFilterField } from './folder-filter-field.tsx'
import { ReceiverField } from './receiver-field.tsx'
import { ScopeChoices } from './scope-choices.tsx'

/** Writable fields of an endpoint (specification, section 4). The parent stores and sends the values. */
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
  /** `id` of the form element, for the submit button outside it. */
  readonly id: string
  readonly fields: EndpointFields
  /** Name to use if none is typed. */
  readonly proposed: string
  readonly errors: FieldErrors
  /** Error of the service behind the field errors; `null` if they were found before sending. */
  readonly refusal: AppError | null
  /** Endpoint that is edited. */
  readonly before: Endpoint | undefined
  readonly onChange: (fields: EndpointFields) => void
  readonly onSubmit: () => void
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const form = useRef<HTMLFormElement>(null)
  // Focuses the invalid field, which may be scrolled out of view.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current
      ?.querySelector<HTMLElement>(
        ':is([data-invalid], [aria-invalid="true"]) input, input[aria-invalid="true"]',
      )
      ?.focus()
    // The suggested fix is below the field.
    form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [errors])

  const isProposed = fields.label === null
  const name = fields.label ?? proposed
  const isTyped = useRef(false)
  // Selects a name that the user did not type, such as a proposal or a draft, so that typing replaces it. Also applies to a name that
  // arrives while the field has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each name
  useEffect(() => {
    const field = form.current?.querySelector('input')
    if ((isProposed || !isTyped.current) && document.activeElement === field) field?.select()
  }, [isProposed, name])

  const onScopes = (scopes: readonly string[]) => onChange({ ...fields, scopes })
  /** Moves the focus to the submit button, because the pressed button disappears. */
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

/** Makes invisible characters visible in plain text, where no element can be placed. */
const visibleName = (text: string) =>
  splitVisible(text)
    .map((part) => part.text)
    .join('')
