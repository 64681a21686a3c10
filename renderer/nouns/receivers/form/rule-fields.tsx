import { lazy, Suspense, useMemo } from 'react'
import { eventTypeMeanings, eventTypes } from '#shared/deliveries/events/event-types.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { TagPicker } from '#ui/controls/tag-picker.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { EventsField } from '../../deliveries/events-field.tsx'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { FolderPicker } from '../../endpoints/form/folder-picker.tsx'
import { form as copy } from './copy.ts'
import type { FieldErrors, ReceiverFields } from './receiver-fields.ts'
import css from './receiver-form.module.css'

const FilterBar = lazy(() => import('../../deliveries/filter/filter-bar.tsx'))

/** Lets the user choose which deliveries are sent to a receiver. */
export function RuleFields({
  fields,
  errors,
  onChange,
}: {
  readonly fields: ReceiverFields
  readonly errors: FieldErrors
  readonly onChange: (changes: Partial<ReceiverFields>) => void
}) {
  const names = useEndpointNames()
  const endpoints = useMemo(() => {
    const listed = names.list.map(({ id }) => ({ value: id, label: names.of(id) }))
    const gone = fields.endpointIds.filter((id) => !names.isListed(id))
    return [...listed, ...gone.map((id) => ({ value: id, label: names.of(id) }))]
  }, [names, fields.endpointIds])
  const others = fields.eventTypes.filter((type) => !eventTypes.some((listed) => listed === type))
  return (
    <>
      <TagPicker
        label={copy.endpoints}
        placeholder={fields.endpointIds.length === 0 ? copy.endpointsPlaceholder : copy.endpointsMore}
        error={errors.endpointIds}
        options={endpoints}
        values={fields.endpointIds}
        onChange={(endpointIds) => onChange({ endpointIds })}
        chosenLabel={copy.endpointsChosen}
      />
      <EventsField
        isAll={fields.allEvents}
        chosen={fields.eventTypes}
        error={errors.eventTypes}
        onAll={(allEvents) => onChange({ allEvents })}
        onChange={(types) => onChange({ eventTypes: types })}
      >
        {[...eventTypes, ...others].map((type) => (
          <Checkbox key={type} value={type} description={meanings.get(type)}>
            <code>
              <VisibleText text={type} />
            </code>
          </Checkbox>
        ))}
      </EventsField>
      <FolderPicker
        folderIds={fields.folderIds}
        description={copy.foldersText}
        error={errors.folderIds}
        onChange={(folderIds) => onChange({ folderIds })}
      />
      <div className={css.group}>
        <span className={css.label}>{copy.filter}</span>
        <div className={css.filter}>
          <Suspense>
            <FilterBar
              filterText={fields.q}
              onAsk={(q) => onChange({ q })}
              deliveries={[]}
              endpoints={names}
              file="receiver"
            />
          </Suspense>
        </div>
        <p className={css.hint} data-error={errors.q !== undefined}>
          {errors.q ?? copy.filterText}
        </p>
      </div>
    </>
  )
}

const meanings = new Map<string, string>(Object.entries(eventTypeMeanings))
