import { useLocation } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { DetailsButton } from '#ui/overlays/details-button.tsx'
import css from './status-line.module.css'

/** The state of a line. `on` is a filled dot, `off` a ring, `wait` a half-filled dot, `bad` a square, and `none` no dot. */
export type StatusState = 'on' | 'off' | 'wait' | 'bad' | 'none'

export interface LineProps {
  readonly isCollapsed: boolean
}

export interface StatusLineProps {
  readonly icon: LucideIcon
  readonly state: StatusState
  readonly name: string
  readonly value: string
  readonly isMono?: boolean
  readonly isCollapsed: boolean
  readonly tooltip?: string
  readonly title?: string
  readonly children: (close: () => void) => ReactNode
}

export function StatusLine({
  icon: Icon,
  state,
  name,
  value,
  isMono = false,
  isCollapsed,
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
      className={css.line ?? ''}
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

export function StatusActions({ children }: { readonly children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
