import type { TextFieldProps } from 'react-aria-components'

type FieldKeyDown = NonNullable<TextFieldProps['onKeyDown']>

/**
 * Returns a key handler that runs a function on Enter. All other keys are passed on, because React Aria would otherwise keep
 * Escape from closing the surrounding dialog or popover.
 */
export function onEnter(run: () => void): FieldKeyDown {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) {
      // The events of date segments have no `continuePropagation`, because they always propagate.
      if (typeof event.continuePropagation === 'function') event.continuePropagation()
      return
    }
    // Prevents a line break and the form's submission.
    event.preventDefault()
    run()
  }
}
