import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Select as AriaSelect,
  Autocomplete,
  Button,
  ListBox,
  ListBoxItem,
  SelectValue,
  useFilter,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import css from '../overlays/popover.module.css'
import { ListPopover } from '../overlays/popover.tsx'
import { Visible } from '../text/visible-text.tsx'
import field from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'
import { SearchField } from './search-field.tsx'

export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
  /** Shown instead of the label. Its text must be the same. */
  readonly content?: ReactNode
  readonly description?: string
}

export interface SelectProps<Value extends string> extends FieldTexts {
  readonly options: readonly Option<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly autoFocus?: boolean
  readonly isDescribed?: boolean
  readonly className?: string | undefined
}

/** Minimum number of options for a search field above them. */
const searchFrom = 10

export function Select<Value extends string>({
  label,
  description,
  error,
  hideLabel = false,
  options,
  value,
  onChange,
  placeholder = 'Choose…',
  isDisabled = false,
  autoFocus = false,
  isDescribed = false,
  className,
}: SelectProps<Value>) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const chosen = isDescribed ? options.find((option) => option.value === value) : undefined
  const list = (
    <ListBox
      className={css.list ?? ''}
      items={options}
      renderEmptyState={() => <div className={css.empty}>No matches</div>}
    >
      {(option) => <OptionItem id={option.value} option={option} />}
    </ListBox>
  )
  return (
    <AriaSelect
      className={classes(field.field, className)}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key)
        if (chosen) onChange(chosen.value)
      }}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      placeholder={placeholder}
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Button className={css.trigger ?? ''}>
        {chosen ? (
          <SelectValue className={css.value ?? ''}>
            <Visible>{chosen.label}</Visible>
            <span className={css.beside}>
              <Visible>{chosen.description ?? ''}</Visible>
            </span>
          </SelectValue>
        ) : (
          <SelectValue className={css.value ?? ''} />
        )}
        <ChevronsUpDown size={14} aria-hidden />
      </Button>
      <FieldHints description={description} error={error} />
      <ListPopover>
        {options.length < searchFrom ? (
          list
        ) : (
          <Autocomplete filter={contains}>
            <SearchField autoFocus label={`Search ${label.toLowerCase()}`} className={css.search} />
            {list}
          </Autocomplete>
        )}
      </ListPopover>
    </AriaSelect>
  )
}

/**
 * An option in a list, with a mark if it is chosen. `id` must be the option's value. Otherwise React Aria generates an id from
 * the position, and fails when another option takes that position.
 */
export function OptionItem({ id, option }: { readonly id: string; readonly option: Option }) {
  return (
    <ListBoxItem id={id} textValue={option.label} className={css.item ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={css.words}>
            <span>
              <Visible>{option.content ?? option.label}</Visible>
            </span>
            {option.description ? (
              <span className={css.description}>
                <Visible>{option.description}</Visible>
              </span>
            ) : null}
          </span>
          <span className={css.mark}>{isSelected ? <Check size={14} aria-hidden /> : null}</span>
        </>
      )}
    </ListBoxItem>
  )
}
