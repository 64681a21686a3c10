import type { TextFieldProps } from 'react-aria-components'

type FieldKeyDown = NonNullable<TextFieldProps['onKeyDown']>

/**
 * Runs a function on Enter in a field. If a field has a key handler, React Aria stops all keys that the handler doesn't continue.
 * Escape would then not reach the dialog or popover around the field.
 */
export function onEnter(run: () => void): FieldKeyDown {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) {
      // Date segments already propagate their keys and have no `continuePropagation`.
      if (typeof event.continuePropagation === 'function') event.continuePropagation()
      return
    }
    // Prevents a line break and the form's submission.
    event.preventDefault()
    run()
  }
}
