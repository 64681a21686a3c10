import css from './key-foot.module.css'

/** What a list's own keys do, at its foot. The list of shortcuts and the menus say it to everyone. */
export function KeyFoot({ keys }: { readonly keys: readonly (readonly [key: string, does: string])[] }) {
  return (
    <p className={css.foot} aria-hidden>
      {keys.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd>
          {does}
        </span>
      ))}
    </p>
  )
}
