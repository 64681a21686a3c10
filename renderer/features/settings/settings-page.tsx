import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { workspaceList } from '../workspaces/index.ts'
import { AboutSection } from './about-section.tsx'
import { ApiDifferencesSection } from './api-differences-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { copy } from './copy.ts'
import { settings as settingsQuery } from './queries.ts'
import { ReceivingSection } from './receiving-section.tsx'
import { ServiceSection } from './service-section.tsx'
import css from './settings-page.module.css'
import { StorageSection } from './storage-section.tsx'
import { WorkspaceSection } from './workspace-section.tsx'

/** All settings. Each change applies at once. */
export default function SettingsPage({ onConnect }: { readonly onConnect: () => void }) {
  const api = useApi()
  const settings = useQuery(settingsQuery(api))
  const { data: workspaces } = useQuery(workspaceList(api))
  const open = workspaces?.find(({ isOpen }) => isOpen)
  return (
    <>
      <Toolbar level={1} title={copy.title} />
      <div className={css.scroll}>
        <div className={css.column}>
          <WorkspaceSection onConnect={onConnect} />
          {settings.data ? (
            <>
              <AppearanceSection settings={settings.data} />
              <ReceivingSection settings={settings.data} />
              <StorageSection settings={settings.data} />
              {open ? <ServiceSection key={open.id} workspace={open} /> : null}
              <ApiDifferencesSection />
            </>
          ) : settings.isError ? (
            <ErrorState
              error={settings.error}
              onRetry={() => void settings.refetch()}
              retrying={settings.isFetching}
            />
          ) : (
            <Skeleton label={copy.loading} />
          )}
          <AboutSection />
        </div>
      </div>
    </>
  )
}
