import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  Cable,
  CircleHelp,
  FileJson,
  Keyboard,
  Layers,
  ListRestart,
  type LucideIcon,
  PanelLeft,
  Plus,
  Search,
  Settings,
} from 'lucide-react'
import { useState } from 'react'
import {
  type Command,
  type CommandId,
  commands,
  type DesktopAction,
  isDesktopAction,
} from '#shared/app/commands.ts'
import { subjects } from '#shared/app/shown-commands.ts'
import { appInfo } from '../../frame/app-info.ts'
import { shownNow } from '../../frame/use-commands.ts'
import { useApi } from '../../host/client.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { placeIcons } from '../places.ts'
import { focusPart } from '../shell/place-focus.ts'
import type { RunCommand } from '../shortcuts.ts'
import { copy } from './copy.ts'
import type { PaletteGroup, PaletteItem } from './item.ts'

// Imported here, because the settings page's texts would otherwise be loaded at startup.
const { sectionNames } = await import('../../places/settings/sections.ts')

/** Returns the commands in three groups: actions on the selected or open item, pages, and actions of the window. */
export function useWindowItems(
  run: RunCommand,
  go: (href: string) => void,
): {
  readonly shown: readonly PaletteGroup[]
  readonly places: readonly PaletteItem[]
  readonly actions: readonly PaletteItem[]
} {
  const api = useApi()
  const { data: info } = useQuery(appInfo(api))
  const { data: session } = useQuery(sessionStatus(api))
  const isDesktop = info?.host === 'desktop'
  // Computed once, because the page behind the palette doesn't change while the palette is open.
  const [canSearch] = useState(() => document.querySelector('main input[type="search"]') !== null)
  const reasonFor = (id: CommandId): string | undefined => {
    if (id === 'new-endpoint' && session?.state !== 'connected')
      return session === undefined || session.state === 'welcome'
        ? copy.reasons.noWorkspace
        : copy.reasons.noKey
    if (needsWorkspace.has(id) && (session === undefined || session.state === 'welcome'))
      return copy.reasons.noWorkspace
    if (id === 'search-list' && !canSearch) return copy.reasons.noSearch
    if (id === 'toggle-sidebar' && matchMedia(tooNarrow).matches) return copy.reasons.noRoom
    return undefined
  }
  const items = (Object.keys(commands) as CommandId[]).filter(isListed).map((id) => {
    const { label, keys, menuKeys, place, asks = false }: Command = commands[id]
    const item: PaletteItem = {
      key: `command:${id}`,
      icon: icons[id],
      label: asks ? `${label}…` : label,
      keys: (isDesktop ? menuKeys : undefined) ?? keys,
      disabled: reasonFor(id),
      words: wordsOf.get(id),
      run: () => run(id),
    }
    return { item, isPlace: place !== undefined && !asks }
  })
  const now = shownNow()
  const shown = subjects.map((subject) => ({
    id: subject,
    title: copy.subjects[subject],
    items: (now.get(subject) ?? []).map(({ id, ...action }) => ({
      key: id,
      words: shownWords.get(id),
      ...action,
    })),
  }))
  return {
    shown,
    places: [
      ...items.flatMap(({ item, isPlace }) => (isPlace ? [item] : [])),
      ...sectionNames.map(({ id, name }) => ({
        key: `settings:${id}`,
        icon: Settings,
        label: copy.section(name),
        words: `${copy.words.section} ${copy.words.sections[id]}`,
        run: () => {
          go(`/settings/${id}`)
          focusPart(document.querySelector('main'), `[data-section="${id}"]:not([hidden]) h2`)
        },
      })),
    ],
    actions: items.flatMap(({ item, isPlace }) => (isPlace ? [] : [item])),
  }
}

const needsWorkspace: ReadonlySet<CommandId> = new Set(['new-receiver', 'compose-delivery', 'catch-up'])

const wordsOf: ReadonlyMap<CommandId, string> = new Map(copy.commandWords)
const shownWords: ReadonlyMap<string, string> = new Map(copy.shownWords)

/** Windows narrower than this have no room to expand the sidebar. Must match the limit in `shell.tsx`. */
const tooNarrow = '(max-width: 607px)'

type Listed = Exclude<CommandId, DesktopAction | 'open-palette'>

const isListed = (id: CommandId): id is Listed => id !== 'open-palette' && !isDesktopAction(id)

const icons: Readonly<Record<Listed, LucideIcon>> = {
  ...placeIcons,
  tunnel: Cable,
  workspaces: Building2,
  help: CircleHelp,
  'new-endpoint': Plus,
  'new-receiver': Plus,
  'compose-delivery': FileJson,
  'catch-up': ListRestart,
  'connect-workspace': Plus,
  'search-list': Search,
  'switch-workspace': Layers,
  'toggle-sidebar': PanelLeft,
  'show-shortcuts': Keyboard,
}
