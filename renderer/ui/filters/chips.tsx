import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { TextField } from '../controls/text-field.tsx'
import css from './filter-chip.module.css'
import { FilterChip } from './filter-chip.tsx'
import { onEnter } from './on-enter.ts'

/** A chip with a text field. Enter or leaving the field applies the text, and Escape discards it. */
export function TextChip({
  label,
  description,
  value,
  limit,
  onChange,
}: {
  readonly label: string
  readonly description: string
  readonly value: string | null
  /** Maximum number of characters. The URL may contain a longer filter, which the user can shorten here. */
  readonly limit: number
  readonly onChange: (words: string | null) => void
}) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')

  const onOpenChange = (opening: boolean) => {
    setOpen(opening)
    if (opening) return setTyped(value ?? '')
    const words = typed.trim() === '' ? null : typed.trim()
    if (words !== value) onChange(words)
  }

  return (
    <FilterChip
      label={label}
      value={value}
      isOpen={open}
      onOpenChange={onOpenChange}
      onCancel={() => setOpen(false)}
      onClear={() => onChange(null)}
    >
      <TextField
        label={label}
        description={description}
        value={typed}
        onChange={setTyped}
        maxLength={limit}
        autoFocus
        onKeyDown={onEnter(() => onOpenChange(false))}
      />
    </FilterChip>
  )
}

export function ToggleChip({
  label,
  description,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly description: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <span className={classes(css.chip, isOn && css.set, isOn && css.on)} title={description}>
      <ToggleButton className={css.open ?? ''} isSelected={isOn} onChange={onChange}>
        {label}
      </ToggleButton>
    </span>
  )
}
