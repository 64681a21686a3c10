import type { ReactNode } from 'react'
import { eventTypeMeanings, eventTypes } from '#shared/deliveries/events/event-types.ts'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { events as copy } from './copy.ts'
import css from './events-field.module.css'

export function EventsField({
  isAll,
  chosen,
  error,
  onAll,
  onChange,
  children,
}: {
  readonly isAll: boolean
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onAll: (isAll: boolean) => void
  readonly onChange: (chosen: readonly string[]) => void
  readonly children?: ReactNode
}) {
  return (
    <div className={stackCss.s3}>
      <RadioGroup
        label={copy.label}
        value={isAll ? 'all' : 'only'}
        onChange={(value) => onAll(value === 'all')}
      >
        <Radio value="all">{copy.all}</Radio>
        <Radio value="only">{copy.only}</Radio>
      </RadioGroup>
      {isAll ? null : (
        <div className={css.chosen}>
          <CheckboxGroup label={copy.only} hideLabel error={error} value={[...chosen]} onChange={onChange}>
            {children ??
              eventTypes.map((type) => (
                <Checkbox key={type} value={type} description={eventTypeMeanings[type]}>
                  <code>{type}</code>
                </Checkbox>
              ))}
          </CheckboxGroup>
        </div>
      )}
    </div>
  )
}
