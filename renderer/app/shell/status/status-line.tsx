import { useLocation } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#ui/class-names.ts'
import { DetailsButton } from '#ui/overlays/details-button.tsx'
import css from './status-line.module.css'

/** `on`: a filled dot, `off`: a ring, `wait`: half of one, `bad`: a square; `none`: it has no state. */
export type StatusState = 'on' | 'off' | 'wait' | 'bad' | 'none'

export interface LineProps {
  /** The sidebar is folded to icons. */
  readonly isCollapsed: boolean
}

export interface StatusLineProps {
  readonly icon: LucideIcon
  readonly state: StatusState
  readonly name: string
  readonly value: string
  /** The value is an address or a code. */
  readonly isMono?: boolean
  /** Its icon only. */
  readonly isCollapsed: boolean
  /** There is no room for it in a low window: it is known elsewhere, too. */
  readonly isMinor?: boolean
  /** Shown while the pointer rests on it. */
  readonly tooltip?: string
  /** The name of what opens, if it is not that of the line. */
  readonly title?: string
  /** What is known of it and what can be done, in a popover. */
  readonly children: (close: () => void) => ReactNode
}

/** One line of the status at the foot of the sidebar, and its facts and actions when it is pressed. */
export function StatusLine({
  icon: Icon,
  state,
  name,
  value,
  isMono = false,
  isCollapsed,
  isMinor = false,
  tooltip,
  title = name,
  children,
}: StatusLineProps) {
  const dot = <span className={css.dot} data-state={state} aria-hidden />
  const place = useLocation({ select: ({ pathname }) => pathname })
  const hint = tooltip ?? (isCollapsed ? `${name} ${value}` : null)
  return (
    <DetailsButton
      label={title}
      className={classes(css.line, isMinor && css.minor)}
      detailsClassName={css.facts}
      placement={isCollapsed ? 'right bottom' : 'top start'}
      tooltip={hint === null ? null : { text: hint, placement: isCollapsed ? 'right' : 'top' }}
      place={place}
      details={(close) => (
        <>
          <p className={css.title}>
            {state === 'none' ? null : dot}
            {title}
          </p>
          {children(close)}
        </>
      )}
    >
      {isCollapsed ? <Icon size={15} strokeWidth={1.75} aria-hidden /> : null}
      {state === 'none' && !isCollapsed ? <Icon size={11} className={css.mark} aria-hidden /> : dot}
      <span className={css.name}>{name}</span>
      <span className={css.value} data-mono={isMono || undefined}>
        {value}
      </span>
    </DetailsButton>
  )
}

/** An address with a way to copy it, under its name. */
export function StatusFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={css.fact}>
      <span className={css.label}>{name}</span>
      <span className={css.address}>{children}</span>
    </div>
  )
}

export function StatusText({ children }: { readonly children: ReactNode }) {
  return <p className={css.text}>{children}</p>
}

/** What can be done, the main thing first. */
export function StatusActions({ children }: { readonly children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
