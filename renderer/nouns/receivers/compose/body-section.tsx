import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { asAppError } from '#shared/errors.ts'
import { JsonField } from '#ui/code/json-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { logTime } from '#ui/text/time-words.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList, delivery as deliveryQuery } from '../../deliveries/queries.ts'
import { formatted, isTooLarge, readBody } from './body-text.ts'
import css from './compose.module.css'
import { fields as copy, failures, start } from './copy.ts'
import { type Draft, draftOfDelivery, withBody } from './draft.ts'
import { type TemplateName, templateDraft, templateNames } from './starting-points.ts'

export function BodySection({
  draft,
  onChange,
  onStart,
}: {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly onStart: (draft: Draft) => void
}) {
  const { body } = draft
  const format = body === null ? null : formatted(body)
  return (
    <section className={css.section} aria-label={copy.body}>
      <div className={css.head}>
        <h3>{copy.body}</h3>
        <span className={css.faint}>{body === null ? null : sizeOf(body)}</span>
        <StartFrom onStart={onStart} />
        {body === null ? null : (
          <>
            <Button
              size="small"
              variant="quiet"
              isDisabled={format === body}
              onPress={() => onChange({ ...draft, body: format })}
            >
              {copy.format}
            </Button>
            <CopyButton text={body} label={copy.copyBody} />
          </>
        )}
      </div>
      {body === null ? (
        <Banner>{copy.notText}</Banner>
      ) : (
        <JsonField
          label={copy.body}
          value={body}
          error={errorOf(body)}
          onChange={(next) => {
            const [before, after] = [idIn(body), idIn(next)]
            onChange(withBody(draft, next, before, after))
          }}
        />
      )}
    </section>
  )
}

function errorOf(body: string): string | undefined {
  if (isTooLarge(body)) return copy.tooLarge
  const reading = readBody(body)
  if (reading.state === 'not-json') return copy.notJson(reading.problem)
  return reading.state === 'not-object' ? copy.notObject : undefined
}

function idIn(body: string): string | null {
  const reading = readBody(body)
  return reading.state === 'object' ? reading.fields.event_id : null
}

function sizeOf(body: string): string {
  const bytes = new TextEncoder().encode(body).length
  return `${readBody(body).state === 'not-json' ? copy.text : copy.json} · ${copy.bytes(bytes)}`
}

type Point = TemplateName | `delivery:${number}`

const mostDeliveries = 10

/** Replaces the body with a template or with a delivery that was verified. */
function StartFrom({ onStart }: { readonly onStart: (draft: Draft) => void }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data } = useInfiniteQuery(deliveryList(api, { q: 'is:verified' }))
  const deliveries = data?.pages[0]?.deliveries.slice(0, mostDeliveries) ?? []
  const startFrom = async (point: Point) => {
    const template = templateNames.find((name) => name === point)
    if (template) return onStart(templateDraft(template))
    try {
      const id = Number(point.slice('delivery:'.length))
      onStart(draftOfDelivery(await cache.ensureQueryData(deliveryQuery(api, id))))
    } catch (thrown) {
      toast({ tone: 'danger', title: failures.start, description: asAppError(thrown).message })
    }
  }
  return (
    <Select<Point>
      label={start.label}
      hideLabel
      className={css.start}
      placeholder={start.label}
      options={[
        ...templateNames.map((name) => ({
          value: name,
          label: start.templates[name][0],
          description: start.templates[name][1],
        })),
        ...deliveries.map(({ id, eventType, noteId, firstReceivedAt }) => ({
          value: `delivery:${id}` as const,
          label: visibleText(
            `${logTime(Date.parse(firstReceivedAt), Date.now())[0]} ${(eventType ?? '').slice(0, 60)}`,
          ),
          description: visibleText((noteId ?? '').slice(0, 60)),
        })),
      ]}
      value={null}
      onChange={(point) => void startFrom(point)}
    />
  )
}
