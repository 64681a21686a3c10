import css from './status-dot.module.css'

/** A state by shape as well as by color: round, a ring, or square. */
export type DotLook = 'on' | 'off' | 'wait' | 'bad'

export function StatusDot({ look }: { readonly look: DotLook }) {
  return <span className={css.dot} data-look={look} aria-hidden />
}
