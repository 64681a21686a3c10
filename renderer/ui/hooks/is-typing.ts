/** Whether a key that was pressed there is text for somebody, and not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="spinbutton"], [role="combobox"]',
      ))
  )
}
