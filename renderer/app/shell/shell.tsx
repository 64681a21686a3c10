import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Hourglass, Lock, LockOpen, Settings, TriangleAlert, Unplug } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { I18nProvider, isRTL } from 'react-aria-components'
import { commands, isPageAction, placeIds } from '#shared/app/commands.ts'
import type { KeychainState, SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { showUndoAt, toast } from '#ui/feedback/toast/toast.ts'
import { DraftScope } from '#ui/hooks/use-draft.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { useRemembered } from '#ui/hooks/use-remembered.ts'
import { NoticeSlots } from '#ui/layout/notice-slot.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { PopoverPlace } from '#ui/overlays/popover-place.tsx'
import { ExplainedPill } from '#ui/status/status-pill.tsx'
import { ExternalLinks } from '#ui/text/external-link.tsx'
import { Mark } from '#ui/text/logo.tsx'
import { Clock } from '#ui/text/time-text.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../frame/app-info.ts'
import { useApi } from '../../host/client.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { ConnectDialogProvider, useConnectWorkspace } from '../../nouns/workspaces/connect/connect-dialog.tsx'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { useUndoInWorkspace } from '../../places/inspector/actions/delete-with-undo.ts'
import { focusSearch, usePageActions } from '../commands.ts'
import { usePalette } from '../palette/use-palette.tsx'
import { useAppearance } from '../remembered-appearance.ts'
import { useRunCommand, useShortcuts } from '../shortcuts.ts'
import { copy } from './copy.ts'
import { focusPlace, usePlaceFocus } from './place-focus.ts'
import css from './shell.module.css'
import { Sidebar } from './sidebar/sidebar.tsx'
import { useFocusFallback } from './use-focus-fallback.ts'

const ShortcutSheet = lazy(() => import('../shortcut-sheet.tsx'))
const RunningJobs = lazy(() => import('../../nouns/jobs/running-jobs.tsx'))
const Toasts = lazy(() => import('#ui/feedback/toast/toasts.tsx'))
const Notices = lazy(() => import('./notices/notices.tsx'))

/** The locale for dates and numbers. The texts are English, so right-to-left locales fall back to `en-US`. */
const locale = isRTL(navigator.language) ? 'en-US' : navigator.language

const renderNothing = () => null

export function Shell() {
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
  // The page has no data to show or search, because the first request failed.
  const isOut = lost !== null && session.isError && session.data === undefined
  const openPalette = () => {
    if (isOut) return
    // The palette never opens over a dialog, which may contain unsaved input.
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
                <main className={css.main}>
                  <PopoverPlace>
                    <NoticeSlots>
                      <div ref={main} tabIndex={-1} className={css.content} data-stale={lost !== null}>
                        <Boundary
                          resetKey={pathname}
                          fallback={() => <Banner edge tone="danger" title={copy.frame.noNotices} />}
                        >
                          <Suspense>{isOut ? null : <Notices />}</Suspense>
                        </Boundary>
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
                          // Remounted for each workspace, so that selections, input and requests do not carry over.
                          <DraftScope key={shown} value={shown}>
                            <Suspense fallback={<Skeleton />}>
                              <Outlet />
                            </Suspense>
                          </DraftScope>
                        ) : (
                          <Skeleton label={copy.frame.opening} />
                        )}
                      </div>
                    </NoticeSlots>
                    <div ref={strips} className={css.strips}>
                      <Boundary resetKey={pathname} fallback={renderNothing}>
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
          <Boundary resetKey={palette === null} fallback={renderNothing}>
            {palette}
          </Boundary>
          <Boundary resetKey={pathname} fallback={renderNothing}>
            <Suspense>
              <Toasts />
            </Suspense>
          </Boundary>
        </Clock>
      </ExternalLinks>
    </I18nProvider>
  )
}

function OfferConnect({ as }: { readonly as: RefObject<() => void> }) {
  as.current = useConnectWorkspace()
  return null
}

/** Sets `--strips` to the height of the jobs at the bottom of the page, so that toasts don't cover their buttons. */
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

function useFocusInView(): void {
  useEffect(() => {
    const onResize = () =>
      requestAnimationFrame(() => {
        const { activeElement } = document
        if (activeElement?.matches(controls)) activeElement.scrollIntoView({ block: 'nearest' })
      })
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
}

const controls = 'a, button, input, textarea, select, [role="tab"], [role="row"]'

/**
 * Returns the workspace whose content may be shown, or `undefined` while that is unknown. Before another workspace is shown, the
 * search parameters of the previous one are removed from the URL.
 */
function useShownWorkspace(session: SessionStatus | undefined): string | undefined {
  const router = useRouter()
  const open = session && (session.state === 'welcome' ? '' : session.workspace.id)
  const [shown, setShown] = useState(open)
  const isFirst = shown === undefined

  useEffect(() => {
    if (open === undefined || open === shown) return
    if (isFirst) return setShown(open)
    // Uses the pending location, because connecting opens the workspace and navigates to the home page at the same time.
    const { pathname, search } = router.latestLocation
    const { workspace, ...rest }: { workspace?: unknown } = search
    let isCurrent = true
    const to = pathname === '/welcome' && open !== '' ? '/inspector' : pathname
    void router.navigate({ to, search: workspace === open ? rest : {}, replace: true }).then(() => {
      if (isCurrent) setShown(open)
    })
    return () => {
      isCurrent = false
    }
  }, [open, shown, isFirst, router])

  return isFirst || shown === open ? open : undefined
}

/** Sets the window title to the page, the workspace and the app, in this order. */
function useWindowTitle(session: SessionStatus | undefined): void {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const name = titles.find(({ to }) => pathname.startsWith(to))?.name
  const workspace = session && session.state !== 'welcome' ? session.workspace.label : null
  const title = [name, name ? workspace : null, 'Notehook'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = visibleText(title)
  }, [title])
}

const titles: readonly { readonly to: string; readonly name: string }[] = [
  ...placeIds.map((id) => ({ to: `/${id}`, name: commands[id].label })),
  { to: '/tunnel', name: copy.status.tunnel.name },
]

function WelcomeBar({ session }: { readonly session: SessionStatus }) {
  return (
    <header className={css.bar}>
      <Mark size={20} />
      <span className={css.name}>Notehook</span>
      {/* The form explains a missing keychain. */}
      {session.keychain === 'none' ? null : <Keychain state={session.keychain} />}
      <Link to="/settings" className={css.link} aria-label={copy.welcome.settings}>
        <Settings size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </header>
  )
}

function Keychain({ state }: { readonly state: KeychainState }) {
  if (state === 'ready') return null
  const { label, why } = copy.keychain[state]
  return (
    <ExplainedPill tone="warn" icon={keychainIcons[state]} why={why}>
      {label}
    </ExplainedPill>
  )
}

const keychainIcons = { memory: LockOpen, locked: Lock, waiting: Hourglass, none: TriangleAlert } as const

/**
 * Whether the sidebar shows only icons. In a wide window, the user's choice is remembered. In a narrow one, the sidebar starts
 * collapsed. It can be expanded temporarily if at least 400 px remain for the page.
 */
function useSidebar(): { readonly isCollapsed: boolean; readonly toggle: (() => void) | null } {
  const isNarrow = useMedia('(max-width: 960px)')
  const isTiny = useMedia('(max-width: 607px)')
  const [wide, setWide] = useRemembered('sidebar', ['open', 'icons'], 'open')
  const [isOpenHere, setOpenHere] = useState(false)
  if (isTiny) return { isCollapsed: true, toggle: null }
  if (isNarrow) return { isCollapsed: !isOpenHere, toggle: () => setOpenHere(!isOpenHere) }
  return {
    isCollapsed: wide === 'icons',
    toggle: () => setWide(wide === 'icons' ? 'open' : 'icons'),
  }
}
