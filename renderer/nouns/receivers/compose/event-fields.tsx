import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronsUpDown, Clock, RefreshCw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import { classes } from '#ui/class-names.ts'
import field from '#ui/controls/field.module.css'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import list from '#ui/overlays/popover.module.css'
import { Popover } from '#ui/overlays/popover.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { EventName } from '../../deliveries/event-name.tsx'
import { noteSearch } from '../../notes/index-queries.ts'
import { useNoteTitles } from '../../notes/use-note-titles.ts'
import {
  type BodyFields,
  type FieldName,
  readBody,
  withChangedFields,
  withEventType,
  withField,
} from './body-text.ts'
import css from './compose.module.css'
import { fields as copy } from './copy.ts'
import { type Draft, withBody } from './draft.ts'
import { eventTypes, newEventId, timeNow } from './starting-points.ts'

/**
 * Form fields for the event in the body. Editing a field changes the body. While the body is not a JSON object, the fields are
 * read-only and show their last values.
 */
export function EventFields({
  draft,
  onChange,
}: {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}) {
  const body = draft.body ?? ''
  const reading = readBody(body)
  const last = useRef<BodyFields>(none)
  if (reading.state === 'object') last.current = reading.fields
  const { current: fields } = last
  const isReadOnly = reading.state !== 'object'
  const change = (next: string) => {
    const after = readBody(next)
    const idAfter = after.state === 'object' ? after.fields.event_id : null
    onChange(withBody(draft, next, fields.event_id, idAfter))
  }
  const set = (name: FieldName) => (value: string) => change(withField(body, name, value))
  const text = (label: string, name: FieldName, icon: ReactNode, action: string, next: () => string) => (
    <div className={css.withButton}>
      <TextField
        label={label}
        mono
        className={css.row}
        value={fields[name] ?? ''}
        onChange={set(name)}
        isDisabled={isReadOnly}
        autoComplete="off"
      />
      <IconButton label={action} isDisabled={isReadOnly} onPress={() => set(name)(next())}>
        {icon}
      </IconButton>
    </div>
  )
  const types = [...new Set([...eventTypes, ...(fields.event_type === null ? [] : [fields.event_type])])]
  return (
    <>
      <Select
        label={copy.type}
        className={css.row}
        options={types.map((value) => {
          const shown = value.slice(0, 120)
          return { value, label: visibleText(shown), content: <EventName type={shown} /> }
        })}
        value={fields.event_type}
        isDisabled={isReadOnly}
        onChange={(type) => change(withEventType(body, type))}
      />
      <NoteField id={fields.note_id ?? ''} isDisabled={isReadOnly} onChange={set('note_id')} />
      {fields.changed === null && fields.event_type !== 'note.edited' ? null : (
        <ChangedFields
          changed={fields.changed ?? []}
          isReadOnly={isReadOnly}
          onChange={(changed) => change(withChangedFields(body, changed))}
        />
      )}
      {text(copy.id, 'event_id', <RefreshCw size={14} aria-hidden />, copy.newId, newEventId)}
      {text(copy.at, 'occurred_at', <Clock size={14} aria-hidden />, copy.now, timeNow)}
    </>
  )
}

const none: BodyFields = { event_type: null, note_id: null, event_id: null, occurred_at: null, changed: null }

/** Keeps the text as typed. Otherwise, a trailing comma would disappear before the user can type the next name. */
function ChangedFields({
  changed,
  isReadOnly,
  onChange,
}: {
  readonly changed: readonly string[]
  readonly isReadOnly: boolean
  readonly onChange: (changed: readonly string[]) => void
}) {
  const typed = useRef('')
  const isSame = namesIn(typed.current).join('\n') === changed.join('\n')
  return (
    <TextField
      label={copy.changed}
      mono
      className={css.row}
      value={isSame ? typed.current : changed.join(', ')}
      placeholder={copy.changedExample}
      onChange={(text) => {
        typed.current = text
        onChange(namesIn(text))
      }}
      isDisabled={isReadOnly}
      autoComplete="off"
    />
  )
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const mostShown = 6

/** Shows the note by its title. The user can choose an indexed note or type any id. */
function NoteField({
  id,
  isDisabled,
  onChange,
}: {
  readonly id: string
  readonly isDisabled: boolean
  readonly onChange: (id: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const title = useNoteTitles(id === '' ? [] : [id])(id)
  const pick = (picked: string) => {
    onChange(picked)
    setOpen(false)
  }
  return (
    <div className={classes(field.field, css.row)}>
      <span className={field.label}>{copy.note}</span>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button
          className={list.trigger ?? ''}
          isDisabled={isDisabled}
          aria-label={`${copy.note}: ${visibleText(title ?? id)}`}
        >
          <span className={list.value}>
            {title ? (
              <VisibleText text={title.slice(0, 200)} />
            ) : (
              <code>{visibleText(id.slice(0, 120))}</code>
            )}
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
        <Popover placement="bottom start">
          <Dialog className={css.picker ?? ''} aria-label={copy.note}>
            <NotePicker onPick={pick} />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  )
}

function NotePicker({ onPick }: { readonly onPick: (id: string) => void }) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const { data } = useInfiniteQuery(noteSearch(useApi(), useDebounced(typed, 150)))
  const notes = data?.pages[0]?.notes.slice(0, mostShown) ?? []
  const isId = typed.startsWith('not_') && notes.every(({ id }) => id !== typed)
  return (
    <>
      <SearchField
        label={copy.findNote}
        value={text}
        onChange={(next) => setText(next.slice(0, 512))}
        autoComplete="off"
        autoFocus
      />
      <ul aria-label={copy.notes}>
        {notes.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={css.pick} onClick={() => onPick(id)}>
              <span className={textCss.cutToFit}>
                <VisibleText text={title.slice(0, 200)} />
              </span>
              <code className={css.pickId}>{id}</code>
            </button>
          </li>
        ))}
        {isId ? (
          <li>
            <button type="button" className={css.pick} onClick={() => onPick(typed)}>
              {copy.useId} <code className={css.pickId}>{visibleText(typed.slice(0, 60))}</code>
            </button>
          </li>
        ) : null}
      </ul>
      {data && notes.length === 0 && !isId ? <p className={css.quiet}>{copy.noNotes}</p> : null}
    </>
  )
}
