import type { ComponentProps } from 'react'
import css from './detail-tabs.module.css'
import { Tabs } from './tabs.tsx'

export function DetailTabs<Id extends string>(props: ComponentProps<typeof Tabs<Id>>) {
  return (
    <div className={css.tabs}>
      <Tabs {...props} />
    </div>
  )
}
