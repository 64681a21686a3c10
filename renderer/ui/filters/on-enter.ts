import type { TextFieldProps } from 'react-aria-components'

type FieldKeyDown = NonNullable<TextFieldProps['onKeyDown']>

/**
 * Runs a function on Enter in a field. React Aria stops every key of a field with a handler unless the handler continues it;
 * otherwise Escape would not reach the dialog or popover around it.
 */
export function onEnter(run: () => void): FieldKeyDown {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) {
      // The segments of a date are no such field. Their keys propagate, and have no such function.
      if (typeof event.continuePropagation === 'function') event.continuePropagation()
      return
    }
    // No new line, and no submit of the form around it.
    event.preventDefault()
    run()
  }
}
