import type { TextFieldProps } from 'react-aria-components'

type FieldKeyDown = NonNullable<TextFieldProps['onKeyDown']>

/**
 * What Enter does in a field. A field that listens to the keyboard keeps every key to itself unless it lets it go: without
 * that, Escape would not reach the dialog or the popover around it.
 */
export function onEnter(run: () => void): FieldKeyDown {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) {
      // The parts of a date are no such field: their keys go on by themselves, and cannot be asked to.
      if (typeof event.continuePropagation === 'function') event.continuePropagation()
      return
    }
    // Neither a new line nor the form around it.
    event.preventDefault()
    run()
  }
}
