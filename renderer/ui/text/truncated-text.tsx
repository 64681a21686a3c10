import css from './truncated-text.module.css'
import { VisibleText, visibleText } from './visible-text.tsx'

/**
 * Text of unknown origin and length that should fit on a line or two. A long text is truncated, and the tooltip shows it in full.
 */
export function TruncatedText({ text }: { readonly text: string }) {
  if (text.length <= mostWhole) return <VisibleText text={text} />
  return (
    <span className={css.cut} title={visibleText(text)}>
      <VisibleText text={text} />
    </span>
  )
}

const mostWhole = 240
