import { type ReactNode, useState } from 'react'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Action, ActionGroups } from '#ui/overlays/action.ts'
import { ActionItems, Menu } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { toneIcons } from '#ui/status/status-pill.tsx'
import tones from '#ui/status/tones.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import css from './attention-row.module.css'
import { row as copy } from './copy.ts'

export interface RowAction extends Omit<Action, 'run'> {
  readonly run: () => unknown
}

/** Content of a row. `subject` and `what` form a sentence. */
export interface RowContent {
  readonly tone: 'danger' | 'warn' | 'neutral'
  readonly subject: string
  readonly what: string
  readonly why: string
  /** Link to the affected items, such as *29 missed*. */
  readonly affected?: ReactNode
  readonly since?: string | null | undefined
  readonly primary: RowAction | { readonly label: string; readonly choices: ActionGroups }
  readonly others: ActionGroups
}

export function AttentionRow({
  of: { tone, subject, what, why, affected, since, primary, others },
  isCurrent = false,
  onCurrent,
}: {
  readonly of: RowContent
  readonly isCurrent?: boolean
  readonly onCurrent?: () => void
}) {
  const [isPending, setPending] = useState(false)
  const Icon = toneIcons[tone]
  const button = (press?: () => void) => (
    <Button
      data-primary
      variant={isCurrent ? 'primary' : 'secondary'}
      pending={isPending}
      {...(press ? { onPress: press } : {})}
    >
      {primary.label}
    </Button>
  )
  return (
    <li
      className={classes(css.row, tones[tone])}
      aria-current={isCurrent || undefined}
      onFocus={onCurrent}
      onPointerDown={onCurrent}
    >
      <Icon size={14} strokeWidth={1.75} className={css.icon} aria-hidden />
      <div className={css.words}>
        <p>
          <b>
            <VisibleText text={subject} />
          </b>{' '}
          {what}
        </p>
        <p className={css.why}>
          <VisibleText text={why} />
        </p>
      </div>
      <div className={css.facts}>
        <span className={css.affected}>{affected}</span>
        <span className={css.since}>{since == null ? null : <TimeText iso={since} show="short" />}</span>
      </div>
      <div className={css.action}>
        {'choices' in primary ? (
          <Menu label={primary.label} trigger={button()}>
            <ActionItems groups={primary.choices} />
          </Menu>
        ) : (
          button(() => {
            const running = primary.run()
            if (!(running instanceof Promise)) return
            setPending(true)
            void running.finally(() => setPending(false))
          })
        )}
      </div>
      <MoreMenu label={copy.more(visibleText(subject))}>
        <ActionItems groups={others} />
      </MoreMenu>
    </li>
  )
}
