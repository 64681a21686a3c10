import css from './plain-text.module.css'
import { VisibleText } from './visible-text.tsx'

export function PlainText({ text }: { readonly text: string }) {
  return (
    <p className={css.plain}>
      <VisibleText text={text} />
    </p>
  )
}
