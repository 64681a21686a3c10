/** Whether a key pressed on this element is text, not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="spinbutton"], [role="combobox"]',
      ))
  )
}
