import type { TextFieldProps } from 'react-aria-components'

type FieldKeyDown = NonNullable<TextFieldProps['onKeyDown']>

/**
 * Runs a function on Enter in a field. React Aria stops every key of a field with a handler unless the handler continues it. Otherwise
 * Escape would not reach the dialog or popover around the field.
 */
export function onEnter(run: () => void): FieldKeyDown {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) {
      // Segments of a date propagate their keys already and have no `continuePropagation`.
      if (typeof event.continuePropagation === 'function') event.continuePropagation()
      return
    }
    // Prevents a line break and the submission of the form.
    event.preventDefault()
    run()
  }
}
