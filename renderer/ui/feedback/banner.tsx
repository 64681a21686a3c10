import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { type Tone, toneIcons } from '../status/status-pill.tsx'
import tones from '../status/tones.module.css'
import { Visible, visibleText } from '../text/visible-text.tsx'
import css from './banner.module.css'

/** A notice about this page, shown until it is resolved or dismissed. */
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
  readonly whole?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly onDismiss?: () => void
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
