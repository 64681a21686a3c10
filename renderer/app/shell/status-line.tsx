import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import { Popover } from '#ui/overlays/popover.tsx'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
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
  const button = (
    <Button className={css.line ?? ''} data-minor={isMinor || undefined}>
      {isCollapsed ? <Icon size={15} strokeWidth={1.75} aria-hidden /> : null}
      <span className={css.dot} data-state={state} aria-hidden />
      <span className={css.name}>{name}</span>
      <span className={css.value} data-mono={isMono || undefined}>
        {value}
      </span>
    </Button>
  )
  const hint = tooltip ?? (isCollapsed ? `${name} ${value}` : null)
  return (
    <DialogTrigger>
      {hint === null ? (
        button
      ) : (
        <WithTooltip text={hint} placement={isCollapsed ? 'right' : 'top'}>
          {button}
        </WithTooltip>
      )}
      <Popover placement={isCollapsed ? 'right bottom' : 'top start'}>
        <Dialog className={css.facts ?? ''} aria-label={title}>
          {({ close }) => (
            <>
              <p className={css.title}>
                {state === 'none' ? null : <span className={css.dot} data-state={state} aria-hidden />}
                {title}
              </p>
              {children(close)}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
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
