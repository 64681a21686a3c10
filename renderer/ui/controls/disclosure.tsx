import { ChevronRight } from 'lucide-react'
import { visibleText } from '../text/visible-text.tsx'
import { Button } from './button.tsx'
import css from './disclosure.module.css'

/** A button with an arrow that shows or hides the content after it. */
export function Disclosure({
  isOpen,
  onChange,
  hint,
  children,
}: {
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
  readonly hint?: string
  readonly children: string
}) {
  return (
    <Button
      variant="quiet"
      className={css.disclosure}
      icon={<ChevronRight size={14} aria-hidden data-open={isOpen} />}
      aria-expanded={isOpen}
      onPress={() => onChange(!isOpen)}
    >
      {children}
      {hint === undefined ? null : <span className={css.hint}>{visibleText(hint)}</span>}
    </Button>
  )
}
