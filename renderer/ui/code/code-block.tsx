import type { ReactNode } from 'react'
import { CopyButton } from '../controls/copy-button.tsx'
import { VisibleText } from '../text/visible-text.tsx'
import css from './code-block.module.css'

/** Monospaced text that can be scrolled with the keyboard and copied whole. `children`: how `text` is shown, if not plainly. */
export function CodeBlock({
  label,
  text,
  children,
  wrap = true,
}: {
  readonly label: string
  readonly text: string
  readonly children?: ReactNode
  readonly wrap?: boolean
}) {
  return (
    <div className={css.block}>
      <div className={css.copy}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section does not keep white space */}
      <pre className={css.code} data-wrap={wrap} tabIndex={0} role="region" aria-label={label}>
        {children ?? <VisibleText text={text} />}
      </pre>
    </div>
  )
}
