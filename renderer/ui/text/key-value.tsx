import type { ReactNode } from 'react'
import css from './key-value.module.css'

export function KeyValue({ children }: { readonly children: ReactNode }) {
  return <dl className={css.list}>{children}</dl>
}

export function Fact({
  name,
  children,
  action,
}: {
  readonly name: string
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={css.fact}>
      <dt className={css.name}>{name}</dt>
      <dd className={css.value}>
        <span className={css.text}>{children}</span>
        {action}
      </dd>
    </div>
  )
}
