import { Search, X } from 'lucide-react'
import { type AriaAttributes, type Ref, useRef } from 'react'
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Group,
  Input,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import { useSlash } from '../hooks/use-slash.ts'
import css from './field.module.css'
import { FieldLimit } from './field.tsx'
import { IconButton } from './icon-button.tsx'

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className'> {
  readonly label: string
  readonly placeholder?: string
  readonly className?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** Whether this field searches the page's main list. `/` focuses it. */
  readonly isMain?: boolean
  readonly inputProps?: Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'>
}

export function SearchField({
  label,
  placeholder,
  className,
  inputRef,
  isMain = false,
  inputProps,
  ...rest
}: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  useSlash(isMain ? own : null)
  return (
    <AriaSearchField {...rest} aria-label={label} className={classes(css.field, className)}>
      {({ isEmpty }) => (
        <>
          <Group className={css.group ?? ''}>
            <Search size={14} className={css.lead} aria-hidden />
            <Input
              {...inputProps}
              ref={inputRef ?? own}
              className={css.bare ?? ''}
              placeholder={placeholder ?? label}
            />
            {isEmpty ? (
              isMain && <kbd aria-hidden>/</kbd>
            ) : (
              <IconButton label="Clear">
                <X size={14} aria-hidden />
              </IconButton>
            )}
          </Group>
          <FieldLimit text={rest.value ?? ''} limit={rest.maxLength} />
        </>
      )}
    </AriaSearchField>
  )
}
