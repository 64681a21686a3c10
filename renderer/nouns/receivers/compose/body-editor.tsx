import { Clock, RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import {
  type BodyFields,
  type FieldName,
  formatted,
  isTooLarge,
  readBody,
  withChangedFields,
  withField,
} from './body-text.ts'
import css from './compose.module.css'
import { fields as copy } from './copy.ts'
import { type Draft, withBody } from './draft.ts'
import { newEventId } from './starting-points.ts'

/**
 * Shows the body as a form and as JSON. The JSON text is the source of truth: the form reads from it and edits it in place. While
 * the text is not a JSON object, the form keeps its last values and is read-only.
 */
export function BodyEditor({
  draft,
  onChange,
}: {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}) {
  const { body } = draft
  const reading = body === null ? null : readBody(body)
  const last = useRef<BodyFields>(none)
  if (reading?.state === 'object') last.current = reading.fields
  if (body === null || reading === null) return <Banner>{copy.notText}</Banner>
  const { current: fields } = last
  const isReadOnly = reading.state !== 'object'
  const change = (next: string) => {
    const after = readBody(next)
    const idAfter = after.state === 'object' ? after.fields.event_id : null
    onChange(withBody(draft, next, fields.event_id, idAfter))
  }
  const set = (name: FieldName) => (value: string) => change(withField(body, name, value))
  const field = (label: string, name: FieldName) => (
    <TextField
      label={label}
      mono
      className={stackCss.grow}
      value={fields[name] ?? ''}
      onChange={set(name)}
      isDisabled={isReadOnly}
      autoComplete="off"
    />
  )
  const formattedBody = formatted(body)
  return (
    <div className={css.sides}>
      <section className={css.stack} aria-label={copy.group}>
        {field(copy.type, 'event_type')}
        {field(copy.note, 'note_id')}
        <div className={css.withButton}>
          {field(copy.id, 'event_id')}
          <IconButton
            label={copy.newId}
            isDisabled={isReadOnly}
            onPress={() => set('event_id')(newEventId())}
          >
            <RotateCw size={14} aria-hidden />
          </IconButton>
        </div>
        <div className={css.withButton}>
          {field(copy.at, 'occurred_at')}
          <IconButton
            label={copy.now}
            isDisabled={isReadOnly}
            onPress={() => set('occurred_at')(new Date().toISOString())}
          >
            <Clock size={14} aria-hidden />
          </IconButton>
        </div>
        {fields.changed === null && fields.event_type !== 'note.edited' ? null : (
          <ChangedFields
            changed={fields.changed ?? []}
            isReadOnly={isReadOnly}
            onChange={(changed) => change(withChangedFields(body, changed))}
          />
        )}
      </section>
      <div className={css.json}>
        <TextField
          label={copy.body}
          multiline
          mono
          className={css.body}
          value={body}
          onChange={change}
          error={
            isTooLarge(body)
              ? copy.tooLarge
              : reading.state === 'not-json'
                ? copy.notJson(reading.problem)
                : reading.state === 'not-object'
                  ? copy.notObject
                  : undefined
          }
          autoComplete="off"
        />
        <Button
          size="small"
          variant="quiet"
          className={css.format}
          isDisabled={formattedBody === body}
          onPress={() => onChange({ ...draft, body: formattedBody })}
        >
          {copy.format}
        </Button>
      </div>
    </div>
  )
}

const none: BodyFields = { event_type: null, note_id: null, event_id: null, occurred_at: null, changed: null }

/** Keeps the typed text, so that the next name can follow a comma at the end. */
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
      value={isSame ? typed.current : changed.join(', ')}
      onChange={(text) => {
        typed.current = text
        onChange(namesIn(text))
      }}
      description={copy.changedText}
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
