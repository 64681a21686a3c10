import type { ComponentProps, ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { PartBoundary } from '../feedback/part-boundary.tsx'
import css from './tabs.module.css'

export interface TabSpec<Id extends string> {
  readonly id: Id
  readonly title: string
  readonly badge?: ReactNode
  readonly content: ReactNode
}

export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
}: {
  readonly label: string
  readonly tabs: readonly TabSpec<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}) {
  return (
    <AriaTabs
      className={css.inDetail ?? ''}
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key)
        if (tab) onSelect(tab.id)
      }}
    >
      <TabList aria-label={label} className={css.list ?? ''}>
        {tabs.map(({ id, title, badge }) => (
          <Tab key={id} id={id} className={css.tab ?? ''}>
            {title}
            {badge}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={css.panel ?? ''}>
          <PartBoundary resetKey={content}>{content}</PartBoundary>
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

export function DetailTabs<Id extends string>(props: ComponentProps<typeof Tabs<Id>>) {
  return (
    <div className={css.inDetail}>
      <Tabs {...props} />
    </div>
  )
}
