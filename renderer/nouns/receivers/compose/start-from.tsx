import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import textCss from '#ui/text/text.module.css'
import { logTime } from '#ui/text/time-words.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList, delivery as deliveryQuery } from '../../deliveries/queries.ts'
import { noteSearch } from '../../notes/index-queries.ts'
import css from './compose.module.css'
import { start as copy, failures } from './copy.ts'
import { type Draft, draftOfDelivery } from './draft.ts'
import {
  type EventType,
  eventDraft,
  eventTypes,
  type TemplateName,
  templateDraft,
  templateNames,
} from './starting-points.ts'

type Point = EventType | TemplateName | 'note' | 'delivery'

/** Lets the user choose a starting point: an event type, a template, a note or a stored delivery. */
export function StartFrom({ onStart }: { readonly onStart: (draft: Draft) => void }) {
  const [point, setPoint] = useState<Point | null>(null)
  return (
    <div className={css.stack}>
      <Select<Point>
        label={copy.label}
        placeholder={copy.current}
        options={[
          ...eventTypes.map((type) => ({ value: type, label: copy.events[type], description: copy.ofEvent })),
          ...templateNames.map((name) => ({
            value: name,
            label: copy.templates[name][0],
            description: copy.templates[name][1],
          })),
          { value: 'note', label: copy.note, description: copy.noteText },
          { value: 'delivery', label: copy.delivery, description: copy.deliveryText },
        ]}
        value={point}
        onChange={(next) => {
          setPoint(next)
          if (isOne(eventTypes, next)) onStart(eventDraft(next))
          else if (isOne(templateNames, next)) onStart(templateDraft(next))
        }}
      />
      {point === 'note' ? <NotePicker onPick={(id) => onStart(eventDraft('note.edited', id))} /> : null}
      {point === 'delivery' ? <DeliveryPicker onStart={onStart} /> : null}
    </div>
  )
}

const isOne = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name)

const mostShown = 5

function NotePicker({ onPick }: { readonly onPick: (id: string) => void }) {
  const [text, setText] = useState('')
  const { data } = useInfiniteQuery(noteSearch(useApi(), useDebounced(text.trim(), 150)))
  const notes = data?.pages[0]?.notes.slice(0, mostShown)
  return (
    <>
      <SearchField
        label={copy.findNote}
        value={text}
        onChange={(next) => setText(next.slice(0, 512))}
        autoComplete="off"
      />
      {notes?.length === 0 ? <p className={css.quiet}>{copy.noNotes}</p> : null}
      <ul aria-label={copy.notes}>
        {notes?.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={css.pick} onClick={() => onPick(id)}>
              <span className={textCss.cutToFit}>
                <VisibleText text={title.slice(0, 200)} />
              </span>
              <code className={css.pickId}>{id}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function DeliveryPicker({ onStart }: { readonly onStart: (draft: Draft) => void }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data } = useInfiniteQuery(deliveryList(api, { q: 'is:verified' }))
  const [picked, setPicked] = useState<string | null>(null)
  const whole = useQuery({ ...deliveryQuery(api, Number(picked ?? 0)), enabled: false })
  const deliveries = data?.pages[0]?.deliveries ?? []
  const pick = async (id: string) => {
    setPicked(id)
    try {
      onStart(draftOfDelivery(await cache.ensureQueryData(deliveryQuery(api, Number(id)))))
    } catch (thrown) {
      toast({ tone: 'danger', title: failures.start, description: asAppError(thrown).message })
    }
  }
  if (data && deliveries.length === 0) return <p className={css.quiet}>{copy.noDeliveries}</p>
  return (
    <Select
      label={copy.deliveries}
      hideLabel
      isDisabled={whole.isFetching}
      options={deliveries.map(({ id, eventType, noteId, firstReceivedAt }) => ({
        value: String(id),
        label: visibleText(
          `${logTime(Date.parse(firstReceivedAt), Date.now())[0]} ${(eventType ?? '').slice(0, 60)}`,
        ),
        description: visibleText((noteId ?? '').slice(0, 60)),
      }))}
      value={picked}
      onChange={(id) => void pick(id)}
    />
  )
}
