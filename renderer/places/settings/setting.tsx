import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import css from './setting.module.css'

/**
 * A settings line, with the label and its help on the left and the control on the right. The child must be a field with the class
 * `fieldClass`.
 */
export function Setting({ children }: { readonly children: ReactNode }) {
  return <div className={css.line}>{children}</div>
}

export const fieldClass = css.field

export function PlainSetting({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css.line}>
      <span className={css.label}>{label}</span>
      <div className={css.control}>{children}</div>
    </div>
  )
}

export function SwitchSetting({
  label,
  description,
  error = null,
  isSelected,
  isDisabled = false,
  onChange,
}: {
  readonly label: string
  readonly description?: ReactNode
  readonly error?: string | null
  readonly isSelected: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isSelected: boolean) => void
}) {
  const id = useId()
  return (
    <div className={css.line}>
      <Switch
        className={css.switch}
        isSelected={isSelected}
        isDisabled={isDisabled}
        onChange={onChange}
        {...(description ? { 'aria-describedby': id } : {})}
      >
        {label}
      </Switch>
      {description ? (
        <p id={id} className={css.description}>
          {description}
        </p>
      ) : null}
      {error === null ? null : (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A number field with a switch that turns the number off. */
export function OptionalNumber({
  label,
  unit,
  description,
  choosing,
  none,
  value,
  initial = null,
  minValue,
  maxValue,
  formatOptions,
  error,
  onChange,
}: {
  readonly label: string
  readonly unit?: string
  readonly description: string
  readonly choosing: string
  /** The switch's label, which says what happens without a number. */
  readonly none: string
  readonly value: number
  /**
   * The number that is in effect while none is set, such as an automatically chosen port. Turning the switch off saves it. If
   * this is missing, the user must enter a number first.
   */
  readonly initial?: number | null
  readonly minValue: number
  readonly maxValue: number
  readonly formatOptions?: Intl.NumberFormatOptions
  readonly error: string | null
  readonly onChange: (value: number) => void
}) {
  const id = useId()
  const line = useRef<HTMLDivElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [last, setLast] = useState<number | null>(null)
  /** The last number that was sent, which may not be saved yet. */
  const sent = useRef(0)
  const send = (next: number) => {
    sent.current = next
    onChange(next)
  }
  const isNone = value === 0 && !isChoosing
  useEffect(() => {
    if (isChoosing) line.current?.querySelector<HTMLElement>('input:not([role=switch])')?.focus()
  }, [isChoosing])

  const toggle = (toNone: boolean) => {
    const restored = last ?? initial
    setChoosing(!toNone && restored === null)
    if (toNone) {
      if (value === 0 && sent.current === 0) return
      setLast(value === 0 ? sent.current : value)
      send(0)
    } else if (restored !== null) send(restored)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid with its legend in it.
    <div ref={line} className={css.line} role="group" aria-labelledby={id}>
      <span id={id} className={css.label}>
        {label}
      </span>
      <NumberField
        className={css.field}
        label={unit === undefined ? label : `${label} (${unit})`}
        hideLabel
        description={value === 0 && isChoosing ? choosing : description}
        value={value !== 0 ? value : isNone && initial !== null ? initial : Number.NaN}
        onChange={send}
        minValue={minValue}
        maxValue={maxValue}
        {...(formatOptions ? { formatOptions } : {})}
        isDisabled={isNone}
        error={error}
      />
      {unit === undefined ? null : (
        <span className={css.unit} aria-hidden>
          {unit}
        </span>
      )}
      <div className={css.none}>
        <Switch isSelected={isNone} onChange={toggle} aria-label={`${label}: ${none}`}>
          {none}
        </Switch>
      </div>
    </div>
  )
}
