import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, FilePlus2, FlaskConical, ListVideo, PencilLine, Share2 } from 'lucide-react'
import { shownNow } from '../../frame/use-commands.ts'
import { useApi } from '../../host/client.ts'
import { sandboxStatus, setSwitches, skipDay, triggerEvents } from '../../nouns/sandbox/queries.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { actions, allSwitches, script } from '../../places/sandbox/copy.ts'
import type { RunCommand } from '../shortcuts.ts'
import { copy } from './copy.ts'
import type { Mode, PaletteGroup, PaletteItem } from './item.ts'
import { matching, rankOf, wordsOf, worst } from './matching.ts'
import { runMutation } from './run-mutation.ts'
import { useAppItems } from './use-app-items.ts'
import { useFoundItems, useKnownItems, useRecentNotes } from './use-found-items.ts'
import { useWindowItems } from './use-window-items.ts'

const mostRecent = 5
/** Maximum number of endpoints, receivers and other items of one kind while nothing is typed. */
const mostOffered = 5
/** Maximum number of items of each kind while the user filters without a prefix. */
const mostMatching = 4
const mostIds = 8

/**
 * Returns the palette's items in groups, sorted by their best match. While nothing is typed, recent notes and pages come before
 * the actions of the current page, because there can be a dozen actions for each selected item.
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
  const words = wordsOf(text)
  const app = useAppItems(go, words.length > 0)
  const sandbox = useSandboxItems(go)
  const known = useKnownItems()
  const found = useFoundItems({
    typed: mode === 'actions' ? '' : text,
    isIds: mode === 'ids',
    offersNewest: mode === null && words.length === 0,
    most: mode === 'ids' ? mostIds : mostMatching,
  })
  const recentNotes = useRecentNotes(recent)

  const isPlace = ({ key }: PaletteItem) => words.length > 0 || mode !== null || !key.startsWith('settings:')
  const placesGroup: PaletteGroup = { id: 'go', title: copy.groups.go, items: places.filter(isPlace) }
  const notes: PaletteGroup = { id: 'notes', title: copy.groups.notes, items: found.notes }
  const actionsGroup: PaletteGroup = {
    id: 'actions',
    title: copy.groups.actions,
    items: [...actions, ...app, ...sandbox],
  }
  const ofOthers: PaletteGroup[] = [
    { id: 'views', title: copy.groups.views, items: known.views },
    { id: 'endpoints', title: copy.groups.endpoints, items: known.endpoints },
    { id: 'receivers', title: copy.groups.receivers, items: known.receivers },
    { id: 'workspaces', title: copy.groups.workspaces, items: known.workspaces },
  ]
  const capped = ({ id, title, items }: PaletteGroup, most: number): PaletteGroup => {
    if (items.length <= most) return { id, title, items }
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
      capped({ id: 'endpoints', title: copy.groups.endpoints, items: endpoints }, mostIds),
      { id: 'deliveries', title: copy.groups.deliveries, items: found.deliveries },
      notes,
    ])
  }
  if (words.length === 0) {
    const all =
      mode === 'actions'
        ? [...shown, placesGroup, actionsGroup]
        : [notes, placesGroup, ...shown, actionsGroup, ...ofOthers]
    const byKey = new Map([...all.flatMap(({ items }) => items), ...recentNotes].map((one) => [one.key, one]))
    const used = (mode === null ? recent : [])
      .flatMap((key) => byKey.get(key) ?? [])
      .filter(({ disabled }) => disabled === undefined)
      .slice(0, mostRecent)
    const isUsed = (item: PaletteItem) => used.some(({ key }) => key === item.key)
    return result([
      { id: 'recent', title: copy.groups.recent, items: used },
      ...all.map((group) => {
        const others = { ...group, items: group.items.filter((item) => !isUsed(item)) }
        return group === notes || ofOthers.includes(group) ? capped(others, mostOffered) : others
      }),
    ])
  }
  const matched = (group: PaletteGroup) => {
    const { items, best } = matching(group.items, words, recent)
    const most = mode === 'actions' ? items.length : mostMatching
    return { group: capped({ ...group, items }, most), best }
  }
  // The host also searches owners and folders, so a note that doesn't match by its title is still a match.
  const ranks = notes.items.map((one) =>
    one.key.startsWith('note:') ? (rankOf(one, words) ?? worst) : worst,
  )
  const foundNotes = { group: notes, best: Math.min(...ranks) }
  const ranked = [
    ...shown.map(matched),
    matched(placesGroup),
    foundNotes,
    { group: { id: 'texts', title: copy.groups.texts, items: found.texts }, best: foundNotes.best },
    matched(actionsGroup),
    ...(mode === 'actions' ? [] : ofOthers.map(matched)),
  ]
  return result([
    ...ranked.toSorted((a, b) => a.best - b.best).map(({ group }) => group),
    { id: 'deliveries', title: copy.groups.deliveries, items: found.deliveries },
  ])
}

/** Returns the sandbox's actions with the names that its page shows. Empty if another workspace is open. */
function useSandboxItems(go: (href: string) => void): readonly PaletteItem[] {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const isHere = session?.state === 'connected' && session.workspace.kind === 'sandbox'
  const { data: status } = useQuery({ ...sandboxStatus(api), enabled: isHere })
  if (!isHere || status === undefined) return []
  const isOnPage = shownNow()
    .get('page')
    ?.some(({ id }) => id === 'page.generate-note')
  return [
    ...(isOnPage ? [] : triggers).map(
      ([type, icon, label]): PaletteItem => ({
        key: `command:sandbox-${type}`,
        icon,
        label,
        words: copy.words.trigger,
        run: () => runMutation(cache, triggerEvents(api), { type, count: 1 }, copy.triggered(type)),
      }),
    ),
    {
      key: 'command:sandbox-script',
      icon: ListVideo,
      label: script.open,
      words: copy.words.script,
      run: () => go('/sandbox?form=script'),
    },
    {
      key: 'command:sandbox-skip-day',
      icon: CalendarClock,
      label: actions.skip,
      words: copy.words.sandbox,
      run: () => runMutation(cache, skipDay(api, cache), undefined),
    },
    ...allSwitches.map(({ name, label }) => {
      const isOn = status.switches[name]
      const done = isOn ? copy.turnedOff(label) : copy.turnedOn(label)
      const run = () => runMutation(cache, setSwitches(api, cache), { [name]: !isOn }, done)
      return item(name, label, isOn, copy.words.sandbox, run)
    }),
  ]
}

const triggers = [
  ['note.generated', FilePlus2, actions.generate],
  ['note.edited', PencilLine, actions.edit],
  ['note.access_granted', Share2, actions.share],
] as const

const item = (id: string, name: string, isOn: boolean, words: string, run: () => void): PaletteItem => ({
  key: `command:sandbox-${id}`,
  icon: FlaskConical,
  label: isOn ? copy.actions.turnOff(name) : copy.actions.turnOn(name),
  words,
  run,
})
