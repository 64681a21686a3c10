import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { I18nProvider, isRTL } from 'react-aria-components'
import { isPageAction } from '#shared/app/commands.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { showUndoAt, toast } from '#ui/feedback/toast/toast.ts'
import { DraftScope } from '#ui/hooks/use-draft.ts'
import { PopoverPlace } from '#ui/overlays/popover-place.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { ExternalLinks } from '#ui/text/external-link.tsx'
import { Clock } from '#ui/text/time-text.tsx'
import { useUndoInWorkspace } from '../../features/deliveries/index.ts'
import { RunningJobs } from '../../features/jobs/index.ts'
import { ConnectDialogProvider, sessionStatus, useConnectWorkspace } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { appInfo } from '../app-info.ts'
import { focusSearch, usePageActions } from '../commands.ts'
import { usePalette } from '../palette/use-palette.tsx'
import { useRunCommand, useShortcuts } from '../shortcuts.ts'
import { useAppearance } from '../use-appearance.ts'
import { copy } from './copy.ts'
import { focusPlace, usePlaceFocus } from './place-focus.ts'
import css from './shell.module.css'
import { Sidebar } from './sidebar/sidebar.tsx'
import { useSidebar } from './sidebar/use-sidebar.ts'
import { useFocusFallback } from './use-focus-fallback.ts'
import { useFocusInView } from './use-focus-in-view.ts'
import { useShownWorkspace } from './use-shown-workspace.ts'
import { WelcomeBar } from './welcome-bar.tsx'
import { useWindowTitle } from './window-title.ts'

const ShortcutSheet = lazy(() => import('../shortcut-sheet.tsx'))
// Not in the first picture, so loaded while it is painted.
const Toasts = lazy(() => import('#ui/feedback/toast/toasts.tsx'))
const ModeBanners = lazy(async () => ({ default: (await import('./banners/banners.tsx')).ModeBanners }))
const NewsBanners = lazy(async () => ({ default: (await import('./banners/banners.tsx')).NewsBanners }))

/** Dates and numbers in the user's locale. The texts are English, so the direction is left to right. */
const locale = isRTL(navigator.language) ? 'en-US' : navigator.language

const renderNothing = () => null

/** The frame of every screen: the sidebar, the banners and the one clock. */
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
  const { lost } = useHostConnection()
  const main = useRef<HTMLDivElement>(null)
  const strips = useStripsHeight()
  const sidebar = useSidebar()
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const [switchOpen, setSwitchOpen] = useState(false)
  const shown = useShownWorkspace(session.data)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  useUndoInWorkspace(shown)
  useEffect(() => showUndoAt(pathname), [pathname])
  useAppearance()
  useWindowTitle(session.data)
  const connect = useRef(() => {})
  const run = useRunCommand(main)
  const { palette, toggle: togglePalette, close: closePalette } = usePalette(shown, run)
  const openPalette = () => {
    // Nothing covers a dialog, which may hold what was typed, but the list of shortcuts makes room.
    const dialog = document.querySelector('[data-dialog]')
    if (dialog === null || palette || shortcutsOpen) togglePalette()
    setShortcutsOpen(false)
  }
  const beside = (action: () => void) => () => {
    closePalette()
    action()
  }
  usePageActions({
    'connect-workspace': beside(() => connect.current()),
    'open-palette': openPalette,
    'search-list': beside(focusSearch),
    'switch-workspace': beside(() => setSwitchOpen(true)),
    'toggle-sidebar': beside(() => sidebar.toggle?.()),
    'show-shortcuts': beside(() => setShortcutsOpen(true)),
  })
  useShortcuts(main, (id) => {
    if (!isPageAction(id)) closePalette()
    run(id)
  })
  useFocusFallback(main)
  useFocusInView()
  usePlaceFocus(main)

  const openOutside = (url: string) => {
    api.call('app.open-external', { url }).catch((error: Error) => {
      toast({ tone: 'danger', title: copy.frame.linkNotOpened, description: error.message })
    })
  }
  // Nothing was read, so there is nothing to keep in view.
  const isOut = lost !== null && session.isError && session.data === undefined
  const isBare = isOut || (session.data?.state === 'welcome' && pathname === '/welcome')

  return (
    <I18nProvider locale={locale}>
      <ExternalLinks open={info.data?.host === 'desktop' ? openOutside : null}>
        <Clock>
          <ConnectDialogProvider>
            <OfferConnect as={connect} />
            <button type="button" className={css.skip} onClick={() => focusPlace(main.current)}>
              {copy.frame.skip}
            </button>
            <div className={css.shell}>
              {isBare ? null : (
                <Sidebar
                  session={session.data}
                  shown={shown}
                  switching={{
                    isOpen: switchOpen,
                    onOpenChange: setSwitchOpen,
                    onShortcuts: () => setShortcutsOpen(true),
                  }}
                  isCollapsed={sidebar.isCollapsed}
                  onToggle={sidebar.toggle}
                  onSearch={openPalette}
                />
              )}
              <div className={css.page}>
                {isBare && session.data ? <WelcomeBar session={session.data} /> : null}
                <Boundary
                  of={pathname}
                  fallback={() => <Banner edge tone="danger" title={copy.frame.noNotices} />}
                >
                  <Suspense>
                    <ModeBanners notices={notices} />
                  </Suspense>
                </Boundary>
                <main className={css.main}>
                  <PopoverPlace>
                    <div ref={main} tabIndex={-1} className={css.content} data-stale={lost !== null}>
                      {isOut ? (
                        <div role="alert" className={stackCss.grow}>
                          <EmptyState icon={Unplug} title={copy.lost[lost].title}>
                            {copy.lost[lost].text}
                          </EmptyState>
                        </div>
                      ) : session.isError ? (
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
                    <div ref={strips} className={css.strips}>
                      <Boundary
                        of={pathname}
                        fallback={() => <Banner edge tone="danger" title={copy.frame.noNotices} />}
                      >
                        <Suspense>{isOut ? null : <NewsBanners />}</Suspense>
                      </Boundary>
                      <Boundary of={pathname} fallback={renderNothing}>
                        <Suspense>
                          <RunningJobs />
                        </Suspense>
                      </Boundary>
                    </div>
                  </PopoverPlace>
                </main>
              </div>
            </div>
          </ConnectDialogProvider>
          {shortcutsOpen ? (
            <Suspense>
              <ShortcutSheet onClose={() => setShortcutsOpen(false)} />
            </Suspense>
          ) : null}
          <Boundary of={palette === null} fallback={renderNothing}>
            {palette}
          </Boundary>
          <Boundary of={pathname} fallback={renderNothing}>
            <Suspense>
              <Toasts />
            </Suspense>
          </Boundary>
        </Clock>
      </ExternalLinks>
    </I18nProvider>
  )
}

/** Lets the frame open the dialog, whose provider is inside of it. */
function OfferConnect({ as }: { readonly as: RefObject<() => void> }) {
  as.current = useConnectWorkspace()
  return null
}

/** Tells the style sheets how high the strips at the foot of the page are, so that no message covers their buttons. */
function useStripsHeight() {
  const strips = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = strips
    if (!current) return
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--strips', `${current.offsetHeight}px`),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return strips
}
