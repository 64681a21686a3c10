import { X } from 'lucide-react'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { toneIcons } from '../status/status-pill.tsx'
import tones from '../status/tones.module.css'
import { VisibleText, visibleText } from '../text/visible-text.tsx'
import css from './notice.module.css'

export interface NoticeContent {
  readonly key: string
  /** `danger` means that events are lost, `warn` that they are at risk, and `info` that nothing is wrong. */
  readonly tone: 'danger' | 'warn' | 'info'
  readonly title: string
  readonly text?: string | undefined
  readonly action?:
    | { readonly label: string; readonly run: () => void; readonly pending?: boolean }
    | undefined
  /** `hide` hides the notice until its cause ends and occurs again. If missing, the notice can't be dismissed. */
  readonly dismiss?: 'hide' | (() => void)
}

/** A line below the title row with a notice, a button for it, and the number of other notices. */
export function Notice({
  of: { tone, title, text, action },
  more,
  onDismiss,
}: {
  readonly of: NoticeContent
  readonly more: { readonly label: string; readonly run: () => void } | null
  readonly onDismiss: (() => void) | undefined
}) {
  const Icon = toneIcons[tone]
  return (
    <section className={classes(css.notice, tones[tone])} data-tone={tone} aria-label="Notice" data-notice>
      <Icon size={14} className={css.icon} aria-hidden />
      <p className={css.words} title={visibleText([title, text].filter(Boolean).join(' '))}>
        <b>
          <VisibleText text={title} />
        </b>
        {text ? (
          <>
            {' '}
            <span className={css.text}>
              <VisibleText text={text} />
            </span>
          </>
        ) : null}
      </p>
      <div className={css.actions}>
        {more ? (
          <Button size="small" variant="quiet" onPress={more.run}>
            {more.label}
          </Button>
        ) : null}
        {action ? (
          <Button size="small" pending={action.pending ?? false} onPress={action.run}>
            {action.label}
          </Button>
        ) : null}
        {onDismiss ? (
          <IconButton label="Dismiss" className={css.dismiss} onPress={onDismiss}>
            <X size={14} aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </section>
  )
}
