import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import css from './detail.module.css'
import { IconButton } from './icon-button.tsx'
import { VisibleText } from './visible-text.tsx'

/** The pane beside a list that shows one of its items whole. Takes the focus, so that the keyboard can scroll it. */
export function Detail({
  id,
  label,
  onClose,
  children,
}: {
  readonly id: string
  readonly label: string
  /** Back to the list, where the two are not side by side. */
  readonly onClose?: (() => void) | undefined
  readonly children: ReactNode
}) {
  return (
    <article id={id} className={css.detail} tabIndex={-1} aria-label={label}>
      {onClose ? (
        <div className={css.back}>
          <IconButton label="Back to the list" onPress={onClose}>
            <ArrowLeft size={16} aria-hidden />
          </IconButton>
        </div>
      ) : null}
      {children}
    </article>
  )
}

/** The item itself, in a column that is comfortable to read. */
export function DetailText({ children }: { readonly children: ReactNode }) {
  return <div className={css.text}>{children}</div>
}

/** What the item is called, at the size its length allows. */
export function DetailTitle({
  text,
  as: Heading = 'h2',
}: {
  readonly text: string
  readonly as?: 'h1' | 'h2'
}) {
  return (
    <Heading className={classes(css.title, text.length > longTitle && css.long)}>
      <VisibleText text={text} />
    </Heading>
  )
}

const longTitle = 60
