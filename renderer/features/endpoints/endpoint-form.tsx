import { type FormEvent, useEffect, useRef } from 'react'
import { type Endpoint, scopeMeanings, scopes } from '../../../shared/domain/endpoint.ts'
import { eventTypeMeanings, eventTypes } from '../../../shared/domain/note-event.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox, CheckboxGroup } from '../../ui/checkbox.tsx'
import type { EndpointFields, FieldErrors } from './endpoint-fields.ts'
import css from './endpoint-form.module.css'
import { FolderFilterField } from './folder-filter-field.tsx'
import { ReceiverField } from './receiver-field.tsx'

/** The writable fields of an endpoint (specification, section 4). Whoever shows it keeps what is typed, and sends it. */
export function EndpointForm({
  id,
  fields,
  errors,
  before,
  onChange,
  onSubmit,
}: {
  /** Of the form element, for a submit button outside of it. */
  readonly id: string
  readonly fields: EndpointFields
  readonly errors: FieldErrors
  /** The endpoint that is edited. */
  readonly before?: Endpoint | undefined
  readonly onChange: (fields: EndpointFields) => void
  readonly onSubmit: () => void
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const form = useRef<HTMLFormElement>(null)
  // What is wrong may be out of view: the focus goes there.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current
      ?.querySelector<HTMLElement>(
        ':is([data-invalid], [aria-invalid="true"]) input, input[aria-invalid="true"]',
      )
      ?.focus()
  }, [errors])
  const { events } = fields
  const missesOlderNotes =
    events.includes('note.generated') && !events.includes('note.access_granted') && events.length > 0

  return (
    <form ref={form} id={id} onSubmit={submit} className={css.form} noValidate>
      <ReceiverField fields={fields} errors={errors} before={before} onChange={onChange} />
      <Choices
        label="Scopes"
        description="Which notes it hears of. At least one."
        error={errors.scopes}
        listed={scopes}
        also={before?.scopes ?? []}
        meanings={scopeMeanings}
        values={fields.scopes}
        onChange={(chosen) => onChange({ ...fields, scopes: chosen })}
      />
      <div className={css.group}>
        <Choices
          label="Events"
          description={
            events.length === 0 ? 'None chosen means all of them.' : 'Only the chosen ones are sent.'
          }
          error={errors.events}
          listed={eventTypes}
          also={before?.events ?? []}
          meanings={eventTypeMeanings}
          values={events}
          onChange={(chosen) => onChange({ ...fields, events: chosen })}
        />
        {missesOlderNotes ? (
          <Banner tone="info" title="Notes that are shared later will be missed.">
            A note that has its summary already when it is shared sends <code>note.access_granted</code> and
            not <code>note.generated</code>. To discover notes, choose both.
          </Banner>
        ) : null}
      </div>
      <FolderFilterField
        folderIds={fields.folderIds}
        error={errors.folderIds}
        onChange={(folderIds) => onChange({ ...fields, folderIds })}
      />
    </form>
  )
}

/** Checkboxes of what the specification lists, and of whatever else the endpoint has, so that an update drops nothing. */
function Choices({
  label,
  description,
  error,
  listed,
  also,
  meanings,
  values,
  onChange,
}: {
  readonly label: string
  readonly description: string
  readonly error: string | undefined
  readonly listed: readonly string[]
  readonly also: readonly string[]
  readonly meanings: Readonly<Record<string, string>>
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}) {
  return (
    <CheckboxGroup
      label={label}
      description={description}
      error={error}
      value={[...values]}
      onChange={onChange}
    >
      {[...new Set([...listed, ...also])].map((value) => (
        <Checkbox
          key={value}
          value={value}
          description={meanings[value] ?? 'Not in the specification. It is kept as it is.'}
        >
          <code>{value}</code>
        </Checkbox>
      ))}
    </CheckboxGroup>
  )
}
