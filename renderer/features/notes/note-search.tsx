import { useEffect, useRef, useState } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { IndexLine } from './index-line.tsx'
import css from './note-search.module.css'
import type { NotesPageProps } from './notes-search.ts'

/** The field that searches the index as somebody types, and what the index is. `/` leads to it from anywhere on the page. */
export function NoteSearch({ search, onSearch }: NotesPageProps) {
  const field = useRef<HTMLInputElement>(null)
  const asked = search.q ?? ''
  const [text, setText] = useState(asked)
  const [told, setTold] = useState(asked)

  // A link or a step back put something else into the address.
  if (asked !== told) {
    setTold(asked)
    setText(asked)
  }

  useEffect(() => {
    if (text === told) return
    const frame = requestAnimationFrame(() => {
      setTold(text)
      // One step back leads out of the search, not letter by letter.
      onSearch({ q: text === '' ? undefined : text }, { replace: told !== '' })
    })
    return () => cancelAnimationFrame(frame)
  }, [text, told, onSearch])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isTyping(event.target)) return
      event.preventDefault()
      field.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div className={css.search}>
      <SearchField
        label="Search notes"
        placeholder="Search titles, owners and ids"
        value={text}
        onChange={setText}
        maxLength={512}
        inputRef={field}
      />
      <IndexLine />
    </div>
  )
}
