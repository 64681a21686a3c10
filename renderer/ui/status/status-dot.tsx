import css from './status-dot.module.css'

/** Look of a status dot: its shape differs as well as its color, so that the state does not depend on color alone. */
export type DotLook = 'on' | 'off' | 'wait' | 'bad'

export function StatusDot({ look }: { readonly look: DotLook }) {
  return <span className={css.dot} data-look={look} aria-hidden />
}
