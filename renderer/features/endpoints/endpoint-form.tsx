import { type FormEvent, useEffect, useRef } from 'react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { scopeMeanings, scopes } from '../../../shared/domain/scopes.ts'
import { Checkbox, CheckboxGroup } from '../../ui/checkbox.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import type { EndpointFields, FieldErrors } from './endpoint-fields.ts'
import css from './endpoint-form.module.css'
import { EventChoices } from './event-choices.tsx'
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
  readonly before: Endpoint | undefined
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

  return (
    <form ref={form} id={id} onSubmit={submit} className={css.form} noValidate>
      <ReceiverField fields={fields} errors={errors} before={before} onChange={onChange} />
      <CheckboxGroup
        label="Scopes"
        description="Which notes it hears of. At least one. On Enterprise plans an admin decides which ones you can use."
        error={errors.scopes}
        value={[...fields.scopes]}
        onChange={(chosen) => onChange({ ...fields, scopes: chosen })}
      >
        {[...new Set<string>([...scopes, ...(before?.scopes ?? [])])].map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            description={meaningOf(scope) ?? 'Not in the specification. It is kept as it is.'}
          >
            <code>
              <VisibleText text={scope} />
            </code>
          </Checkbox>
        ))}
      </CheckboxGroup>
      <EventChoices
        events={fields.events}
        also={before?.events ?? []}
        error={errors.events}
        onChange={(chosen) => onChange({ ...fields, events: chosen })}
      />
      <FolderFilterField
        fields={fields}
        error={errors.folderIds}
        except={before?.id}
        onChange={(folderIds) => onChange({ ...fields, folderIds })}
      />
    </form>
  )
}

function meaningOf(scope: string): string | undefined {
  return Object.entries(scopeMeanings).find(([listed]) => listed === scope)?.[1]
}
