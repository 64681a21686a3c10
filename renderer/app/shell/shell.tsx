import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { I18nProvider, isRTL } from 'react-aria-components'
import { Banner } from '#ui/feedback/banner.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Toasts, toast } from '#ui/feedback/toasts.tsx'
import { DraftScope } from '#ui/hooks/use-draft.ts'
import { PopoverPlace } from '#ui/overlays/popover-place.tsx'
import { ExternalLinks } from '#ui/text/external-link.tsx'
import { Clock } from '#ui/text/time-text.tsx'
import { ExportStrip, JobStrip } from '../../features/jobs/index.ts'
import { sessionStatus } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'
import { appInfo } from '../app-info.ts'
import { useShortcuts } from '../shortcuts.ts'
import { useTheme } from '../use-theme.ts'
import { Banners } from './banners.tsx'
import { copy } from './copy.ts'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import css from './shell.module.css'
import { useFocusFallback } from './use-focus-fallback.ts'
import { useShownWorkspace } from './use-shown-workspace.ts'
import { useWindowTitle } from './window-title.ts'

const ShortcutSheet = lazy(() => import('../shortcut-sheet.tsx'))

/** Dates and numbers in the user's locale. The texts are English, so the direction is left to right. */
const locale = isRTL(navigator.language) ? 'en-US' : navigator.language

const renderNothing = () => null

/** The frame of every screen: the header, the banners, the navigation and the one clock. */
export function Shell({
  notices,
  children,
}: {
  /** Notices that features show on every page. */
  readonly notices?: ReactNode
  readonly children: ReactNode
}) {
  const api = useApi()
  const session = useQuery(sessionStatus(api))
  const info = useQuery(appInfo(api))
  const main = useRef<HTMLDivElement>(null)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const [switchOpen, setSwitchOpen] = useState(false)
  const shown = useShownWorkspace(session.data)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  useTheme()
  useWindowTitle(session.data)
  useShortcuts({ onHelp: () => setShortcutsOpen(true), onSwitch: () => setSwitchOpen(true) }, main)
  useFocusFallback(main)

  const openOutside = (url: string) => {
    api.call('app.open-external', { url }).catch((error: Error) => {
      toast({ tone: 'danger', title: copy.frame.linkNotOpened, description: error.message })
    })
  }
  const bare = session.data?.state === 'welcome' && pathname === '/welcome'

  return (
    <I18nProvider locale={locale}>
      <ExternalLinks open={info.data?.host === 'desktop' ? openOutside : null}>
        <Clock>
          <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
            {copy.frame.skip}
          </button>
          <div className={css.shell}>
            <Header
              session={session.data}
              switching={{ isOpen: switchOpen, onOpenChange: setSwitchOpen }}
              onShortcuts={() => setShortcutsOpen(true)}
            />
            <Boundary
              of={pathname}
              fallback={() => <Banner edge tone="danger" title={copy.frame.noNotices} />}
            >
              <Banners notices={notices} />
            </Boundary>
            <div className={css.body}>
              {bare ? null : <Navigation key={shown ?? ''} session={session.data} />}
              <main className={css.main}>
                <PopoverPlace>
                  <div ref={main} tabIndex={-1} className={css.content}>
                    {session.isError ? (
                      <ErrorState
                        error={session.error}
                        onRetry={() => void session.refetch()}
                        retrying={session.isFetching}
                      />
                    ) : session.data && shown !== undefined ? (
                      // Remounted for each workspace, so that nothing chosen, typed or requested in one carries over to another.
                      <DraftScope key={shown} value={shown}>
                        <Suspense fallback={<Skeleton />}>{children}</Suspense>
                      </DraftScope>
                    ) : (
                      <Skeleton label={copy.frame.opening} />
                    )}
                  </div>
                  <Boundary of={pathname} fallback={renderNothing}>
                    <JobStrip />
                    <ExportStrip />
                  </Boundary>
                </PopoverPlace>
              </main>
            </div>
          </div>
          {shortcutsOpen ? (
            <Suspense>
              <ShortcutSheet onClose={() => setShortcutsOpen(false)} />
            </Suspense>
          ) : null}
          <Boundary of={pathname} fallback={renderNothing}>
            <Toasts />
          </Boundary>
        </Clock>
      </ExternalLinks>
    </I18nProvider>
  )
}
