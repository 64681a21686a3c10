import { Plus, X } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { visibleText } from '#ui/text/visible-text.tsx'
import css from './compose.module.css'
import { headers as copy } from './copy.ts'
import type { Draft } from './draft.ts'

export function HeaderLines({
  draft,
  unnamed,
  onChange,
}: {
  readonly draft: Draft
  /** Index of a header without a name, or -1. */
  readonly unnamed: number
  readonly onChange: (draft: Draft) => void
}) {
  const { headers } = draft
  const set = (key: string, changes: { readonly name?: string; readonly value?: string }) =>
    onChange({ ...draft, headers: headers.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <fieldset className={css.headers}>
      <legend className={css.label}>{copy.title}</legend>
      {headers.map(({ key, name, value }, at) => (
        <div key={key} className={css.header}>
          <TextField
            label={copy.name(at + 1)}
            hideLabel
            mono
            value={name}
            onChange={(next) => set(key, { name: next })}
            autoComplete="off"
          />
          <TextField
            label={copy.value(at + 1)}
            hideLabel
            mono
            value={value}
            onChange={(next) => set(key, { value: next })}
            autoComplete="off"
          />
          <IconButton
            label={copy.remove(visibleText(name.slice(0, 60)))}
            onPress={() => onChange({ ...draft, headers: headers.filter((one) => one.key !== key) })}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        className={stackCss.start}
        icon={<Plus size={13} aria-hidden />}
        onPress={() =>
          onChange({ ...draft, headers: [...headers, { key: crypto.randomUUID(), name: '', value: '' }] })
        }
      >
        {copy.add}
      </Button>
      <p className={css.quiet} role={unnamed >= 0 ? 'alert' : undefined} data-error={unnamed >= 0}>
        {unnamed >= 0 ? copy.badName(unnamed + 1) : copy.text}
      </p>
    </fieldset>
  )
}
