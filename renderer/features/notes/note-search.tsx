import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { CompletionList } from './completion-list.tsx'
import { IndexLine } from './index-line.tsx'
import css from './note-search.module.css'
import type { NotesPageProps } from './notes-search.ts'
import { useCompletion } from './use-completion.ts'

/** The field that searches the index as somebody types, and what the index is. `/` leads to it from anywhere on the page. */
export function NoteSearch({ search, onSearch }: NotesPageProps) {
  const field = useRef<HTMLInputElement>(null)
  const asked = search.q ?? ''
  const [text, setText] = useState(asked)
  /** What was sent to the address and has not arrived there yet, and what was sent last. */
  const sent = useRef<readonly string[]>([])
  const last = useRef(asked)

  useEffect(() => {
    const arrived = sent.current.indexOf(asked)
    sent.current = sent.current.slice(arrived + 1)
    if (arrived >= 0 || asked === last.current) return
    // A link or a step back put something else there.
    last.current = asked
    setText(asked)
  }, [asked])

  useEffect(() => {
    if (text === last.current) return
    const frame = requestAnimationFrame(() => {
      // One step back leads out of the search, not letter by letter.
      const replace = last.current !== ''
      last.current = text
      sent.current = [...sent.current, text]
      onSearch({ q: text === '' ? undefined : text }, { replace })
    })
    return () => cancelAnimationFrame(frame)
  }, [text, onSearch])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  const listId = useId()
  const caretTo = useRef<number | null>(null)
  const completion = useCompletion(text, (completed, caret) => {
    caretTo.current = caret
    setText(completed)
  })
  const { items, active, setCaret } = completion
  useLayoutEffect(() => {
    if (caretTo.current === null) return
    field.current?.setSelectionRange(caretTo.current, caretTo.current)
    caretTo.current = null
  })
  const see = () => setCaret(field.current?.selectionStart ?? null)

  return (
    <div className={css.search} onKeyDownCapture={completion.onKeyDownCapture} onSelect={see}>
      <SearchField
        label="Search notes"
        placeholder="Search titles, owners and ids"
        value={text}
        onChange={(typed) => {
          setText(typed)
          see()
        }}
        onBlur={() => setCaret(null)}
        maxLength={512}
        inputRef={field}
        inputProps={{
          'aria-autocomplete': 'list',
          'aria-controls': items.length > 0 ? listId : undefined,
          'aria-activedescendant': active >= 0 ? `${listId}-${active}` : undefined,
        }}
      />
      <CompletionList id={listId} completion={completion} />
      <IndexLine asksFolders={/folder:/i.test(text)} />
    </div>
  )
}
