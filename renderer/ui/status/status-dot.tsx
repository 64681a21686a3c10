import css from './status-dot.module.css'

/** The look of a status dot. Dots differ in shape as well as color, so that states can be distinguished without color. */
export type DotLook = 'on' | 'off' | 'wait' | 'bad'

export function StatusDot({ look }: { readonly look: DotLook }) {
  return <span className={css.dot} data-look={look} aria-hidden />
}
