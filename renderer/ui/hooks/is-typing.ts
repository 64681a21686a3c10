/** Whether a key pressed in this element is text input instead of a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="spinbutton"], [role="combobox"]',
      ))
  )
}
