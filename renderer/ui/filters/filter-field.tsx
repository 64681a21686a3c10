import { Search, TriangleAlert, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, Tag, TagGroup, TagList } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { FieldLimit } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { useSlash } from '../hooks/use-slash.ts'
import { VisibleText } from '../text/visible-text.tsx'
import { CompletionList } from './completion-list.tsx'
import css from './filter-field.module.css'
import { type FieldChip, type FieldText, type TermLanguage, words } from './term-language.ts'
import { type CompletionItem, type UseOffer, useCompletion } from './use-completion.ts'

/** Maximum length of a search. A longer search in the URL is not applied, and is marked as too long. */
const mostTyped = 512

export const isTooLong = (filterText: string) => filterText.length > mostTyped

export interface FilterFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly termsLabel?: string
  readonly filterText: string
  readonly onAsk: (text: string, how: { readonly replace: boolean }) => void
  readonly useOffer: UseOffer
  /** Suggestions open automatically if the text before the caret matches. Otherwise the down arrow opens them. */
  readonly completable: RegExp
  readonly language?: TermLanguage
  /** Milliseconds after the last key press before a search starts. */
  readonly pauseMs?: number
  readonly onLeave?: (text: string) => void
  /** Called when Enter is pressed and no suggestion is chosen. */
  readonly onEnter?: (text: string) => void
  /** Shown at the right end of the field. */
  readonly end?: ReactNode
  readonly children?: ReactNode
}

/**
 * A search field with suggestions. Its text is kept in the URL, and finished terms become chips. Backspace at the start of the
 * text edits the last chip, and the left arrow moves to the chips. `/` focuses the field from anywhere on the page.
 */
export function FilterField({
  label,
  placeholder,
  termsLabel = label,
  filterText,
  onAsk,
  useOffer,
  completable,
  language = words,
  pauseMs = 0,
  onLeave,
  onEnter,
  end,
  children,
}: FilterFieldProps) {
  const root = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<FieldText>(() => language.split(filterText))
  const ask = useSearchParam(filterText, onAsk, (outside) => setText(language.split(outside)))
  useSlash(input)

  const caretTo = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caretTo.current === null) return
    input.current?.setSelectionRange(caretTo.current, caretTo.current)
    caretTo.current = null
  })
  const chips = language.chipsOf(text.terms)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new term moves the text out of sight
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const { current } = line
      if (current && document.activeElement === input.current) current.scrollLeft = current.scrollWidth
    })
    return () => cancelAnimationFrame(frame)
  }, [chips.length, text.draft])

  const put = (next: FieldText, caret: number | null, pause = 0) => {
    setText(next)
    ask(language.searched(next, caret), pause)
  }
  const withNew = (terms: readonly string[]) => [
    ...text.terms,
    ...terms.filter((term) => !text.terms.includes(term)),
  ]
  const write = (draft: string, caret: number, isAnotherPlace: boolean) => {
    const finished = language.finish(draft, caret)
    if (isAnotherPlace || finished.draft !== draft) caretTo.current = finished.caret
    const isSearchedLater = !isAnotherPlace && finished.terms.length === 0 && finished.draft !== ''
    put(
      { terms: withNew(finished.terms), draft: finished.draft },
      finished.caret,
      isSearchedLater ? pauseMs : 0,
    )
    completion.setCaret(finished.caret)
    if (finished.terms.length > 0) completion.close(finished.draft)
  }
  const takeAll = () => {
    const taken = take(false)
    put(taken, null)
    completion.close(taken.draft)
  }
  const take = (keyed: boolean) => {
    const taken = language.take(text.draft, keyed)
    return { terms: withNew(taken.terms), draft: taken.draft }
  }
  const remove = (at: readonly number[]) => {
    const terms = text.terms.filter((_, index) => !at.includes(index))
    put({ ...text, terms }, completion.caret)
    if (terms.length === 0) focusQuietly(text.draft)
  }
  /** Moves a chip's last term back into the text. The typed text is turned into terms first. */
  const edit = (chip: FieldChip) => {
    const taken = take(false)
    const index = chip.at.at(-1) ?? -1
    const draft = taken.terms[index] ?? ''
    caretTo.current = draft.length
    completion.setCaret(draft.length)
    put({ terms: taken.terms.filter((_, at) => at !== index), draft }, draft.length)
    input.current?.focus()
  }

  const completion = useCompletion(
    text.draft,
    (item: CompletionItem, draft, caret) => {
      if (item.isWhole) {
        const whole = language.split(item.insert)
        put(whole, null)
        completion.close(whole.draft)
      } else if (item.isText) {
        takeAll()
      } else {
        write(draft, caret, true)
      }
    },
    useOffer,
    completable,
  )
  const { items, active, setCaret } = completion
  /** Moves the focus to the field without opening the suggestions. Needed when the focused chip was removed. */
  const focusQuietly = (draft: string) => {
    input.current?.focus()
    completion.close(draft)
  }
  const see = () => setCaret(input.current?.selectionStart ?? null)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (completion.onKeyDown(event)) return mine(event)
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    const last = chips.at(-1)
    if (event.key === 'Backspace' && isAtStart && isPlain && last) {
      edit(last)
    } else if (event.key === 'ArrowLeft' && isAtStart && isPlain && last) {
      line.current?.querySelector<HTMLElement>('[role="row"]:last-of-type')?.focus()
    } else if (event.key === 'Enter' && language !== words) {
      takeAll()
    } else if (event.key === 'Escape' && text.draft !== '') {
      put({ ...text, draft: '' }, null)
    } else {
      if (event.key === 'Enter') {
        onLeave?.(language.searched(text, null))
        onEnter?.(language.searched(text, null))
      }
      return
    }
    mine(event)
  }

  const listId = useId()
  const hasClear = text.draft !== '' || chips.length > 1
  return (
    <search
      ref={root}
      aria-label={label}
      className={css.root}
      onBlur={(event) => {
        if (root.current?.contains(event.relatedTarget)) return
        if (line.current) line.current.scrollLeft = 0
        const left = take(true)
        put(left, null)
        onLeave?.(language.searched(left, null))
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard, the text is reached by Tab */}
      <div
        ref={box}
        className={css.box}
        data-invalid={chips.some(({ isInvalid }) => isInvalid) || undefined}
        onMouseDown={(event) => {
          if (event.target instanceof Element && event.target.closest('input, button, [role="row"]')) return
          event.preventDefault()
          input.current?.focus()
        }}
      >
        <Search size={14} className={css.lead} aria-hidden />
        <div ref={line} className={css.line}>
          {chips.length === 0 ? null : (
            <TermChips
              label={termsLabel}
              chips={chips}
              onRemove={({ at }) => remove(at)}
              onEdit={edit}
              onLeave={() => input.current?.focus()}
            />
          )}
          <input
            ref={input}
            type="search"
            role="combobox"
            className={css.input}
            aria-label={label}
            aria-keyshortcuts="/"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={items.length > 0}
            aria-controls={items.length > 0 ? listId : undefined}
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            maxLength={Math.max(1, mostTyped - text.terms.join(' ').length)}
            value={text.draft}
            onChange={(event) =>
              write(event.target.value, event.target.selectionStart ?? event.target.value.length, false)
            }
            onSelect={see}
            onFocus={see}
            onClick={completion.open}
            onBlur={() => setCaret(null)}
            onKeyDown={onKeyDown}
          />
        </div>
        {hasClear ? (
          <IconButton
            label="Clear"
            className={css.clear}
            onPress={() => {
              put({ terms: [], draft: '' }, null)
              focusQuietly('')
            }}
          >
            <X size={14} aria-hidden />
          </IconButton>
        ) : (
          <kbd className={css.key} aria-hidden>
            /
          </kbd>
        )}
        {end}
      </div>
      <CompletionList
        id={listId}
        label="Suggestions"
        field={box}
        completion={completion}
        onClose={() => completion.close(text.draft)}
      />
      <FieldLimit text={[...text.terms, text.draft].filter(Boolean).join(' ')} limit={mostTyped} />
      {children}
    </search>
  )
}

function mine(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Returns a function that writes the search to the URL. Calls `onOutside` when a link or the back button changes the search. */
function useSearchParam(
  filterText: string,
  onAsk: (text: string, how: { readonly replace: boolean }) => void,
  onOutside: (text: string) => void,
): (text: string, pauseMs: number) => void {
  const latest = useRef({ onAsk, onOutside })
  latest.current = { onAsk, onOutside }
  /** Searches that were passed to the router but are not in the URL yet. */
  const sent = useRef<readonly string[]>([])
  const last = useRef(filterText)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const arrived = sent.current.indexOf(filterText)
    sent.current = sent.current.slice(arrived + 1)
    if (arrived >= 0 || filterText === last.current) return
    clearTimeout(timer.current)
    last.current = filterText
    latest.current.onOutside(filterText)
  }, [filterText])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (text, pauseMs) => {
    clearTimeout(timer.current)
    if (text === last.current) return
    const send = () => {
      // Typing replaces the history entry, so that Back leaves the search instead of undoing it letter by letter.
      const replace = last.current !== ''
      last.current = text
      sent.current = [...sent.current, text]
      latest.current.onAsk(text, { replace })
    }
    // Doesn't use a timer, because even one of 0 ms would let the browser paint before the search starts.
    if (pauseMs === 0) send()
    else timer.current = setTimeout(send, pauseMs)
  }
}

/** The finished terms before the text. Arrow keys move between them, Delete removes one, and Enter edits one. */
function TermChips({
  label,
  chips,
  onRemove,
  onEdit,
  onLeave,
}: {
  readonly label: string
  readonly chips: readonly FieldChip[]
  readonly onRemove: (chip: FieldChip) => void
  readonly onEdit: (chip: FieldChip) => void
  readonly onLeave: () => void
}) {
  const seen = new Map<string, number>()
  const items = chips.map((chip) => {
    const words = `${chip.name} ${chip.value}`
    const count = seen.get(words) ?? 0
    seen.set(words, count + 1)
    return { id: `${words} ${count}`, chip }
  })
  return (
    // The keys are handled here, because the tag group would otherwise wrap around at its ends.
    <div
      className={css.group}
      onKeyDownCapture={(event) => {
        const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null
        const index = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1
        const chip = chips[index]
        if (chip === undefined) return
        if (event.key === 'Enter') onEdit(chip)
        else if (event.key === 'Escape' || (event.key === 'ArrowRight' && index === chips.length - 1))
          onLeave()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <TagGroup
        aria-label={label}
        onRemove={(keys) => {
          const removed = items.find(({ id }) => keys.has(id))
          if (removed) onRemove(removed.chip)
        }}
      >
        <TagList className={css.chips ?? ''} items={items}>
          {({ id, chip }) => (
            <Tag
              id={id}
              textValue={`${chip.name} ${chip.value}`.trim()}
              className={classes(css.chip, chip.isInvalid && css.invalid)}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter on the chip does the same */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the chip does the same */}
              <span className={css.body} title={chip.title} onClick={() => onEdit(chip)}>
                {chip.isInvalid ? (
                  <TriangleAlert size={12} className={css.alert} role="img" aria-label="Not applied:" />
                ) : null}
                {chip.name === '' ? null : <span className={css.name}>{chip.name}</span>}
                <b className={css.value}>
                  <VisibleText text={chip.value} />
                </b>
              </span>
              <Button slot="remove" className={css.remove ?? ''}>
                <X size={12} aria-hidden />
              </Button>
            </Tag>
          )}
        </TagList>
      </TagGroup>
    </div>
  )
}
