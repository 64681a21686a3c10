import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { SearchField } from '../controls/search-field.tsx'
import { isTyping } from '../hooks/is-typing.ts'
import { CompletionList } from './completion-list.tsx'
import { type UseOffer, useCompletion } from './use-completion.ts'

/** So much of a search is read. An address may hold more, which is shown, said to be too long, and not asked. */
const mostTyped = 512

export const isTooLong = (asked: string) => asked.length > mostTyped

export interface CompletingFieldProps {
  readonly label: string
  readonly placeholder: string
  /** What the address says. */
  readonly asked: string
  readonly onAsk: (text: string, how: { readonly replace: boolean }) => void
  readonly useOffer: UseOffer
  /** Whether the text before the caret gets suggestions without a request. */
  readonly completable: RegExp
  /** What it says already, without the word at the caret. That waits until it is gone on from, or Enter. */
  readonly finished?: (text: string, caret: number) => string
}

/** A search whose text is in the address as it is typed, and is completed. `/` leads to it from anywhere on the page. */
export function CompletingField({
  label,
  placeholder,
  asked,
  onAsk,
  useOffer,
  completable,
  finished,
}: CompletingFieldProps) {
  const ask = useRef(onAsk)
  ask.current = onAsk
  const field = useRef<HTMLInputElement>(null)
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
  const completion = useCompletion(
    text,
    (completed, caret) => {
      caretTo.current = caret
      setText(completed)
    },
    useOffer,
    completable,
  )
  const { items, active, caret, setCaret } = completion
  const [entered, setEntered] = useState<string | null>(null)
  /** Where something was typed last: a caret that only moves through the text changes nothing of what is asked. */
  const [typedAt, setTypedAt] = useState<number | null>(null)
  const isAtWord = caret !== null && (caret === text.length || caret === typedAt) && entered !== text
  const said = finished && isAtWord ? finished(text, caret) : text
  useEffect(() => {
    if (said === last.current) return
    const frame = requestAnimationFrame(() => {
      // One step back leads out of the search, not letter by letter.
      const replace = last.current !== ''
      last.current = said
      sent.current = [...sent.current, said]
      ask.current(said, { replace })
    })
    return () => cancelAnimationFrame(frame)
  }, [said])

  useLayoutEffect(() => {
    if (caretTo.current === null) return
    field.current?.setSelectionRange(caretTo.current, caretTo.current)
    caretTo.current = null
  })
  const see = () => setCaret(field.current?.selectionStart ?? null)

  return (
    <div onKeyDownCapture={completion.onKeyDownCapture} onSelect={see}>
      <SearchField
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(typed) => {
          setText(typed)
          setTypedAt(field.current?.selectionStart ?? null)
          see()
        }}
        onBlur={() => setCaret(null)}
        {...(finished ? { onSubmit: setEntered } : {})}
        maxLength={mostTyped}
        inputRef={field}
        inputProps={{
          'aria-autocomplete': 'list',
          'aria-controls': items.length > 0 ? listId : undefined,
          'aria-activedescendant': active >= 0 ? `${listId}-${active}` : undefined,
        }}
      />
      <CompletionList id={listId} completion={completion} />
    </div>
  )
}
