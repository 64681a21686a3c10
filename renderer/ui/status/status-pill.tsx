import { Check, CircleAlert, CircleMinus, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { DetailsButton } from '../overlays/details-button.tsx'
import css from './status-pill.module.css'
import tones from './tones.module.css'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'info'

export const toneIcons: Readonly<Record<Tone, LucideIcon>> = {
  neutral: CircleMinus,
  accent: Info,
  ok: Check,
  warn: TriangleAlert,
  danger: CircleAlert,
  info: Info,
}

/** A status word. Each tone has its own icon, so that states can be distinguished without color. */
export function StatusPill({
  tone = 'neutral',
  icon,
  isPlain = tone === 'ok',
  children,
}: {
  readonly tone?: Tone
  readonly icon?: LucideIcon
  /** Shows only the icon and the word, as in tables. */
  readonly isPlain?: boolean
  readonly children: ReactNode
}) {
  const Icon = icon ?? toneIcons[tone]
  return (
    <span className={classes(css.pill, tones[tone], isPlain && css.plain)}>
      <Icon size={12} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
      <span className={css.words}>{children}</span>
    </span>
  )
}

/** A count or a short kind that is not a status. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) {
  return <span className={classes(css.badge, tones[tone])}>{children}</span>
}

/** The look of a status dot. Dots differ in shape as well as color, so that states can be distinguished without color. */
export type DotLook = 'on' | 'off' | 'wait' | 'bad'

export function StatusDot({ look }: { readonly look: DotLook }) {
  return <span className={css.dot} data-look={look} aria-hidden />
}

export function ExplainedPill({
  why,
  ...pill
}: { readonly why: string } & ComponentProps<typeof StatusPill>) {
  return (
    <DetailsButton
      label="What this means"
      className={css.explained}
      detailsClassName={css.why}
      placement="bottom end"
      details={() => why}
    >
      <StatusPill {...pill} />
    </DetailsButton>
  )
}
