import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import type { RunCommand } from '../shortcuts.ts'
import { copy } from './copy.ts'
import type { Mode, PaletteGroup, PaletteItem } from './item.ts'
import { wordsOf } from './matching.ts'
import css from './palette.module.css'
import { PaletteRow } from './palette-row.tsx'
import { useGroups } from './use-groups.ts'

/** Maximum length of the typed text. Note search has the same limit. */
const mostTyped = 512
const pageSize = 8
/** Milliseconds between the last change and the announcement for screen readers. */
const speakAfterMs = 400

export interface PaletteProps {
  /** The workspace whose recent items are shown. `''` while no workspace is open. */
  readonly workspace: string | undefined
  readonly run: RunCommand
  readonly onClose: () => void
}

/**
 * Finds items and actions by their name. `>` limits the list to actions, and `#` finds items by id. The focus stays in the field,
 * and `aria-activedescendant` refers to the active row.
 */
export function Palette({ workspace = '', run, onClose }: PaletteProps) {
  useCloseOnMove(onClose)
  return (
    <ModalOverlay
      className={css.overlay ?? ''}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      data-dialog="palette"
    >
      <Modal className={css.modal ?? ''}>
        <Dialog className={css.palette ?? ''} aria-label={copy.label}>
          <Content workspace={workspace} run={run} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Content({ workspace, run, onClose }: Required<PaletteProps> & { readonly workspace: string }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [refused, setRefused] = useState('')
  const [recent] = useState(() => (workspace === '' ? [] : recentKeys(workspace)))
  const list = useRef<HTMLDivElement>(null)
  const mode = modeOf(typed)
  const text = (mode === null ? typed : typed.trimStart().slice(1)).trim()
  const { groups, isSearching, isMore, error } = useGroups({
    mode,
    text,
    recent,
    run,
    go: (href) => void navigate({ href }),
  })
  const items = groups.flatMap((group) => group.items)
  const active = Math.max(
    0,
    items.findIndex(({ key }) => key === activeKey),
  )
  const words = wordsOf(text)

  useLayoutEffect(() => {
    const row = document.getElementById(`${id}-${active}`)
    if (active === 0) list.current?.scrollTo?.({ top: 0 })
    else row?.scrollIntoView?.({ block: 'nearest' })
  }, [id, active])

  const move = (to: number) => {
    setActiveKey(items[to]?.key ?? null)
    setRefused('')
  }
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    if (item.disabled !== undefined) return setRefused(copy.cannot(item.label, item.disabled))
    if (workspace !== '' && isRemembered(item.key)) rememberKey(workspace, item.key)
    onClose()
    afterFocusReturned(item.run)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === composingKeyCode) return
    const count = items.length
    const next = {
      ArrowDown: (active + 1) % count,
      ArrowUp: (active + count - 1) % count,
      PageDown: Math.min(count - 1, active + pageSize),
      PageUp: Math.max(0, active - pageSize),
    }[event.key]
    if (next !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      if (count > 0) move(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(items[active])
    }
  }

  const shown = items[active]
  return (
    <>
      <div className={css.line}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <input
          className={css.input}
          role="combobox"
          aria-label={copy.label}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown ? `${id}-${active}` : undefined}
          placeholder={copy.placeholder}
          value={typed}
          maxLength={mostTyped}
          // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value)
            setActiveKey(null)
            setRefused('')
          }}
          onKeyDown={onKeyDown}
        />
        <kbd aria-hidden>{copy.keys.escape}</kbd>
      </div>
      <div ref={list} id={`${id}-list`} className={css.list} role="listbox" aria-label={copy.list}>
        {withStarts(groups).map(({ group, start }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <div id={`${id}-${group.id}`} className={css.heading} role="presentation">
              {group.title}
            </div>
            {group.items.map((item, index) => (
              <PaletteRow
                key={item.key}
                id={`${id}-${start + index}`}
                item={item}
                words={words}
                isActive={start + index === active}
                onPoint={() => move(start + index)}
                onChoose={() => choose(item)}
              />
            ))}
          </div>
        ))}
      </div>
      {error ? (
        <p className={css.message} role="alert">
          <VisibleText text={copy.notFound(error.message)} />
        </p>
      ) : items.length === 0 && !isSearching ? (
        <Nothing mode={mode} />
      ) : null}
      <Spoken
        count={items.length === 0 && isSearching ? null : items.length}
        isMore={isMore}
        group={
          activeKey === null
            ? ''
            : (groups.find((group) => shown && group.items.includes(shown))?.title ?? '')
        }
        refused={refused}
      />
      <footer className={css.foot} aria-hidden>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {copy.keys.move}
        </span>
        <span>
          <kbd>↵</kbd>
          {copy.keys.run}
        </span>
        <span className={stackCss.grow} />
        <span>
          <kbd>&gt;</kbd>
          {copy.keys.actions}
        </span>
        <span>
          <kbd>#</kbd>
          {copy.keys.ids}
        </span>
      </footer>
    </>
  )
}

/** Announces the number of results once typing pauses, the active row's group, and why an item can't be run. */
function Spoken({
  count,
  isMore,
  group,
  refused,
}: {
  readonly count: number | null
  readonly isMore: boolean
  readonly group: string
  readonly refused: string
}) {
  const found = count === null ? '' : count === 0 ? copy.none : copy.found(count, isMore)
  const settled = useDebounced(found, speakAfterMs)
  return <LiveStatus>{refused || group || settled}</LiveStatus>
}

function Nothing({ mode }: { readonly mode: Mode }) {
  return (
    <p className={css.message}>
      <b>{mode === 'actions' ? copy.noneOfActions : mode === 'ids' ? copy.noneOfIds : copy.none}</b>
      {mode === null ? copy.noneHelp : null}
    </p>
  )
}

function modeOf(typed: string): Mode {
  const start = typed.trimStart().charAt(0)
  return start === '>' ? 'actions' : start === '#' ? 'ids' : null
}

/** The key code of input method events in browsers that don't report `isComposing`. */
const composingKeyCode = 229

/** Whether an item is remembered as recently used. Actions of the current page are not, because they may not exist next time. */
const isRemembered = (key: string) => /^(?:command|endpoint|view|workspace|note):/.test(key)

function withStarts(groups: readonly PaletteGroup[]) {
  let start = 0
  return groups.map((group) => {
    const at = start
    start += group.items.length
    return { group, start: at }
  })
}

/**
 * Runs a function in the next frame, after the closed dialog has returned the focus. The function can then move the focus itself.
 */
function afterFocusReturned(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run))
}

/** Closes the palette on navigation, for example from a system menu or with the back button. */
function useCloseOnMove(onClose: () => void): void {
  const href = useRouterState({ select: ({ location }) => location.href })
  const first = useRef(href)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (href !== first.current) close.current()
  }, [href])
}

/** Maximum number of stored items. The palette shows fewer. */
const mostRemembered = 20
const longestKey = 300

/**
 * Returns the keys of a workspace's recently used items, newest first. They are stored in local storage without any text, and
 * deleted with the workspace.
 */
function recentKeys(workspace: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(workspace)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter((key): key is string => typeof key === 'string' && key.length <= longestKey)
      .slice(0, mostRemembered)
  } catch {
    return []
  }
}

function rememberKey(workspace: string, key: string): void {
  const next = [key, ...recentKeys(workspace).filter((known) => known !== key)].slice(0, mostRemembered)
  try {
    localStorage.setItem(nameOf(workspace), JSON.stringify(next))
  } catch {}
}

const nameOf = (workspace: string) => `recent:${workspace}`
