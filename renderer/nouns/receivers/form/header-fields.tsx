import { Plus, X } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { form as copy } from './copy.ts'
import { type HeaderField, isKept, type ReceiverFields, type ReceiverSecrets } from './receiver-fields.ts'
import css from './receiver-form.module.css'

/** Headers added to every request to the receiver. Their values are secrets, except those marked visible. */
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
  const change = (key: string, changes: Partial<HeaderField>) =>
    onChange({ headers: headers.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <fieldset className={css.headers}>
      <legend className={css.label}>{copy.headers}</legend>
      {headers.map((header, at) => {
        const { key, name, isVisible } = header
        return (
          <div key={key} className={css.header}>
            <TextField
              label={copy.headerName(at + 1)}
              hideLabel
              mono
              placeholder={copy.headerNamePlaceholder}
              value={name}
              onChange={(next) => change(key, { name: next })}
              error={error !== undefined && name.trim() === '' ? error : undefined}
              autoComplete="off"
            />
            <TextField
              label={copy.headerValue(at + 1)}
              hideLabel
              mono
              type={isVisible ? 'text' : 'password'}
              placeholder={isKept(header) ? copy.headerStored : ''}
              value={secrets.values[key] ?? ''}
              onChange={(value) => onSecrets({ ...secrets, values: { ...secrets.values, [key]: value } })}
              autoComplete="off"
            />
            <Checkbox
              aria-label={copy.headerVisibleOf(at + 1)}
              isSelected={isVisible}
              onChange={(next) => change(key, { isVisible: next })}
            >
              {copy.headerVisible}
            </Checkbox>
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
          onChange({
            headers: [...headers, { key: crypto.randomUUID(), name: '', storedName: null, isVisible: false }],
          })
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
