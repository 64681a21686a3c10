import type { RunCommand } from '../shortcuts.ts'
import { copy } from './copy.ts'
import type { Mode, PaletteGroup, PaletteItem } from './item.ts'
import { matching, wordsOf } from './matching.ts'
import { useAppItems } from './use-app-items.ts'
import { useFoundItems, useKnownItems, useRecentNotes } from './use-found-items.ts'
import { useSandboxItems } from './use-sandbox-items.ts'
import { useWindowItems } from './use-window-items.ts'

const mostRecent = 5
/** Of a kind that has a place of its own, before anything is typed and after. */
const mostOffered = 5
const mostMatching = 8

/**
 * The lines of the palette, in groups. What the page knows is there at once, the best group first; what the host looks for follows
 * below, so that nothing moves under the hand.
 */
export function useGroups({
  mode,
  text,
  recent,
  run,
  go,
}: {
  readonly mode: Mode
  readonly text: string
  readonly recent: readonly string[]
  readonly run: RunCommand
  readonly go: (href: string) => void
}) {
  const { shown, places, actions } = useWindowItems(run, go)
  const app = useAppItems(go)
  const sandbox = useSandboxItems()
  const known = useKnownItems()
  const found = useFoundItems({ typed: mode === 'actions' ? '' : text, isIds: mode === 'ids' })
  const recentNotes = useRecentNotes(recent)
  const words = wordsOf(text)

  const ofCommands: PaletteGroup[] = [
    ...shown,
    { id: 'go', title: copy.groups.go, items: places },
    { id: 'actions', title: copy.groups.actions, items: [...actions, ...app, ...sandbox] },
  ]
  const ofOthers: PaletteGroup[] = [
    { id: 'views', title: copy.groups.views, items: known.views },
    { id: 'endpoints', title: copy.groups.endpoints, items: known.endpoints },
    { id: 'receivers', title: copy.groups.receivers, items: known.receivers },
    { id: 'workspaces', title: copy.groups.workspaces, items: known.workspaces },
  ]
  const capped = ({ id, title, items }: PaletteGroup, most: number): PaletteGroup => {
    if (id === 'go' || id === 'actions' || shown.some((group) => group.id === id) || items.length <= most)
      return { id, title, items }
    const rest = id === 'endpoints' ? [known.allEndpoints(items.length, text)] : []
    return { id, title, items: [...items.slice(0, most), ...rest] }
  }
  const result = (groups: readonly PaletteGroup[]) => ({
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: found.isSearching,
    isMore: found.isMore,
    error: mode === 'actions' ? null : found.error,
  })

  if (mode === 'ids') {
    const endpoints = known.endpoints.filter(
      ({ key }) => text !== '' && key.slice('endpoint:'.length).startsWith(text),
    )
    return result([
      capped({ id: 'endpoints', title: copy.groups.endpoints, items: endpoints }, mostMatching),
      { id: 'deliveries', title: copy.groups.deliveries, items: found.deliveries },
      { id: 'notes', title: copy.groups.notes, items: found.notes },
    ])
  }
  const all = mode === 'actions' ? ofCommands : [...ofCommands, ...ofOthers]
  if (words.length === 0) {
    const byKey = new Map([...all.flatMap(({ items }) => items), ...recentNotes].map((one) => [one.key, one]))
    const used = (mode === null ? recent : [])
      .flatMap((key) => byKey.get(key) ?? [])
      .filter(({ disabled }) => disabled === undefined)
      .slice(0, mostRecent)
    const isUsed = (item: PaletteItem) => used.some(({ key }) => key === item.key)
    return result([
      { id: 'recent', title: copy.groups.recent, items: used },
      ...all.map((group) =>
        capped({ ...group, items: group.items.filter((item) => !isUsed(item)) }, mostOffered),
      ),
    ])
  }
  const ranked = all.map((group, index) => {
    const { items, best } = matching(group.items, words, recent)
    return { group: capped({ ...group, items }, mostMatching), best, index }
  })
  ranked.sort((a, b) => a.best - b.best || a.index - b.index)
  return result([
    ...ranked.map(({ group }) => group),
    { id: 'deliveries', title: copy.groups.deliveries, items: found.deliveries },
    { id: 'notes', title: copy.groups.notes, items: found.notes },
  ])
}
