import { ToggleButton } from 'react-aria-components'
import { classes } from '../class-names.ts'
import css from './filter-chip.module.css'

/** A filter that is on or off, beside filters that open controls. */
export function ToggleChip({
  label,
  description,
  isOn,
  onChange,
}: {
  readonly label: string
  /** Text of the tooltip. */
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
