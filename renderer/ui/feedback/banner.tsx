import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { type Tone, toneIcons } from '../status/status-pill.tsx'
import tones from '../status/tones.module.css'
import { Visible, visibleText } from '../text/visible-text.tsx'
import css from './banner.module.css'

/** Something to know about this place, until it passes or is put away. */
export function Banner({
  tone = 'info',
  title,
  whole,
  children,
  action,
  onDismiss,
  edge = false,
}: {
  readonly tone?: Exclude<Tone, 'accent'>
  readonly title?: string
  /** What `title` is cut from, to be one line; under the pointer. */
  readonly whole?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly onDismiss?: () => void
  /** Across the whole width, without corners. */
  readonly edge?: boolean
}) {
  const Icon = toneIcons[tone]
  const urgent = tone === 'danger' || tone === 'warn'
  return (
    <div
      className={classes(css.banner, tones[tone], edge && css.edge)}
      role={urgent ? 'alert' : 'status'}
      data-tone={tone}
    >
      <Icon size={14} className={css.icon} aria-hidden />
      <div className={css.words}>
        {title ? (
          <strong className={css.title} title={whole === undefined ? undefined : visibleText(whole)}>
            <Visible>{title}</Visible>
          </strong>
        ) : null}
        {children ? (
          <div>
            <Visible>{children}</Visible>
          </div>
        ) : null}
      </div>
      {action ? <div className={css.action}>{action}</div> : null}
      {onDismiss ? (
        <IconButton label="Dismiss" className={css.dismiss} onPress={onDismiss}>
          <X size={14} aria-hidden />
        </IconButton>
      ) : null}
    </div>
  )
}
