import { ChevronsUpDown } from 'lucide-react'
import { ComboBox as AriaComboBox, Button, Group, Input, ListBox } from 'react-aria-components'
import button from './button.module.css'
import { classes } from './class-names.ts'
import field from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'
import css from './popover.module.css'
import { Popover } from './popover.tsx'
import { type Option, OptionItem } from './select.tsx'

export interface ComboBoxProps extends FieldTexts {
  readonly options: readonly Option[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly className?: string | undefined
}

/** One of many, found by typing. */
export function ComboBox({
  label,
  description,
  error,
  hideLabel = false,
  options,
  value,
  onChange,
  placeholder,
  isDisabled = false,
  className,
}: ComboBoxProps) {
  return (
    <AriaComboBox
      className={classes(field.field, className)}
      defaultItems={options}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled}
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Group className={field.group ?? ''}>
        <Input className={field.bare ?? ''} {...(placeholder ? { placeholder } : {})} />
        <Button className={classes(button.button, button.icon)}>
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
      </Group>
      <FieldHints description={description} error={error} />
      <Popover>
        <ListBox
          className={css.list ?? ''}
          renderEmptyState={() => <div className={css.empty}>Nothing matches.</div>}
        >
          {(option: Option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
