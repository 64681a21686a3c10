import { Plus, X } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { form as copy } from './copy.ts'
import type { ReceiverFields, ReceiverSecrets } from './receiver-fields.ts'
import css from './receiver-form.module.css'

/** Headers that every request to it carries. Their values are secrets. */
export function HeaderFields({
  fields: { headers },
  secrets,
  error,
  onChange,
  onSecrets,
}: {
  readonly fields: ReceiverFields
  readonly secrets: ReceiverSecrets
  readonly error: string | undefined
  readonly onChange: (changes: Partial<ReceiverFields>) => void
  readonly onSecrets: (secrets: ReceiverSecrets) => void
}) {
  return (
    <fieldset className={css.headers}>
      <legend className={css.label}>{copy.headers}</legend>
      {headers.map((header, at) => {
        const { key, name, storedName } = header
        return (
          <div key={key} className={css.header}>
            <TextField
              label={copy.headerName(at + 1)}
              hideLabel
              mono
              placeholder={copy.headerNamePlaceholder}
              value={name}
              onChange={(next) =>
                onChange({
                  headers: headers.map((one) => (one.key === key ? { ...one, name: next } : one)),
                })
              }
              error={error !== undefined && name.trim() === '' ? error : undefined}
              autoComplete="off"
            />
            <TextField
              label={copy.headerValue(at + 1)}
              hideLabel
              mono
              type="password"
              placeholder={storedName !== null && storedName === name.trim() ? copy.headerStored : ''}
              value={secrets.values[key] ?? ''}
              onChange={(value) => onSecrets({ ...secrets, values: { ...secrets.values, [key]: value } })}
              autoComplete="off"
            />
            <IconButton
              label={copy.removeHeader(name.slice(0, 60))}
              onPress={() => onChange({ headers: headers.filter((one) => one.key !== key) })}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        )
      })}
      <Button
        size="small"
        className={stackCss.start}
        icon={<Plus size={13} aria-hidden />}
        isDisabled={headers.length >= 32}
        onPress={() =>
          onChange({ headers: [...headers, { key: crypto.randomUUID(), name: '', storedName: null }] })
        }
      >
        {copy.addHeader}
      </Button>
      <p
        className={css.hint}
        data-error={error !== undefined}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? copy.headersText}
      </p>
    </fieldset>
  )
}
