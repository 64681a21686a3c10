import type { ReactNode } from 'react'
import { classes } from '#ui/class-names.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toneIcons } from '#ui/status/status-pill.tsx'
import tones from '#ui/status/tones.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './attention-row.module.css'

/** Shows one item: what happened, to which endpoint, when, and the actions for it. */
export function AttentionRow({
  tone = 'warn',
  title,
  about,
  when,
  text,
  actions,
  error = null,
  children,
}: {
  readonly tone?: 'warn' | 'danger'
  readonly title: string
  /** URLs or names of endpoints. */
  readonly about: readonly string[]
  readonly when?: ReactNode
  readonly text: string
  readonly actions: ReactNode
  /** Error of the last action. */
  readonly error?: unknown
  readonly children?: ReactNode
}) {
  const Icon = toneIcons[tone]
  return (
    <li className={css.row}>
      <Icon size={16} className={classes(css.icon, tones[tone])} aria-hidden />
      <div className={css.body}>
        <div className={css.words}>
          <p className={css.title}>{title}</p>
          {[...new Set(about)].map((name) => {
            // Only URLs are set as code, not names.
            const Name = name.startsWith('http') ? 'code' : 'span'
            return (
              <Name key={name} className={css.about}>
                <VisibleText text={name} />
              </Name>
            )
          })}
          <p className={css.text}>
            {text} {when ? <span className={css.when}>{when}</span> : null}
          </p>
          {error === null ? null : <ErrorBanner error={error} />}
          {children}
        </div>
        <div className={css.actions}>{actions}</div>
      </div>
    </li>
  )
}
