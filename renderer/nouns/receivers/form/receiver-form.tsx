import { type FormEvent, useEffect, useRef, useState } from 'react'
import { longestTimeoutMs } from '#shared/receivers/limits.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Disclosure } from '#ui/controls/disclosure.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { useForwardsNothing } from '../use-forwards-nothing.ts'
import { CaField } from './ca-field.tsx'
import { form as copy } from './copy.ts'
import { HeaderFields } from './header-fields.tsx'
import {
  advancedFields,
  type FieldErrors,
  type ReceiverFields,
  type ReceiverSecrets,
  receiverName,
} from './receiver-fields.ts'
import css from './receiver-form.module.css'
import { RuleFields } from './rule-fields.tsx'
import { UrlField } from './url-field.tsx'

/** Settings of a receiver. The parent stores and sends the values. */
export function ReceiverForm({
  id,
  fields,
  secrets,
  errors,
  before,
  onChange,
  onSecrets,
  onSubmit,
}: {
  /** `id` of the form element, for the submit button outside it. */
  readonly id: string
  readonly fields: ReceiverFields
  readonly secrets: ReceiverSecrets
  readonly errors: FieldErrors
  /** Receiver that is edited. */
  readonly before: Receiver | undefined
  readonly onChange: (fields: ReceiverFields) => void
  readonly onSecrets: (secrets: ReceiverSecrets) => void
  readonly onSubmit: (event: FormEvent) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [isAdvanced, setAdvanced] = useState(false)
  const endpoints = useEndpointNames().list.length
  const forwardsNothing = useForwardsNothing()
  const lacksEndpoints = before !== undefined && forwardsNothing(before)
  const hasSeveral = fields.endpointIds.length === 0 ? endpoints > 1 : fields.endpointIds.length > 1
  const isWrongBelow = advancedFields.some((name) => errors[name] !== undefined)
  useEffect(() => {
    if (isWrongBelow) setAdvanced(true)
  }, [isWrongBelow])
  // Focuses the invalid field, which may be scrolled out of view.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const invalid = ':is([data-invalid], [aria-invalid="true"]) :is(input, textarea), [aria-invalid="true"]'
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(invalid)?.focus())
  }, [errors])
  const change = (changes: Partial<ReceiverFields>) => onChange({ ...fields, ...changes })

  return (
    <form ref={form} id={id} onSubmit={onSubmit} className={stackCss.s5} noValidate>
      <TextField
        label={copy.name}
        placeholder={receiverName(fields) || copy.namePlaceholder}
        value={fields.name}
        onChange={(name) => change({ name })}
        error={errors.name}
        limit={80}
        autoComplete="off"
        autoFocus={!lacksEndpoints}
      />
      <UrlField url={fields.url} error={errors.url} onChange={(url) => change({ url })} />
      <RuleFields fields={fields} errors={errors} choosesEndpoints={lacksEndpoints} onChange={change} />
      <div className={css.group}>
        <RadioGroup
          label={copy.signs}
          value={fields.signsWith}
          onChange={(value) => change({ signsWith: value as ReceiverFields['signsWith'] })}
        >
          <Radio
            value="endpoint"
            description={
              fields.signsWith === 'endpoint' && hasSeveral ? copy.signsSeveralText : copy.signsEndpointText
            }
          >
            {copy.signsEndpoint}
          </Radio>
          <Radio value="own" description={copy.signsOwnText}>
            {copy.signsOwn}
          </Radio>
          <Radio value="none" description={copy.signsNoneText}>
            {copy.signsNone}
          </Radio>
        </RadioGroup>
        {fields.signsWith === 'own' ? (
          <div className={css.indent}>
            <TextField
              label={copy.secret}
              type="password"
              mono
              placeholder={copy.secretPlaceholder}
              description={before && before.ownSecret !== 'missing' ? copy.secretStored : copy.secretNew}
              value={secrets.ownSecret}
              onChange={(ownSecret) => onSecrets({ ...secrets, ownSecret })}
              error={errors.ownSecret}
              autoComplete="off"
            />
          </div>
        ) : null}
      </div>
      <Checkbox
        isSelected={fields.autoSend}
        onChange={(autoSend) => change({ autoSend })}
        description={copy.autoSendText}
      >
        {copy.autoSend}
      </Checkbox>
      <div className={css.group}>
        <Disclosure isOpen={isAdvanced} onChange={setAdvanced}>
          {copy.advanced}
        </Disclosure>
        {isAdvanced ? (
          <div className={stackCss.s5}>
            <HeaderFields
              fields={fields}
              secrets={secrets}
              error={errors.headers}
              onChange={change}
              onSecrets={onSecrets}
            />
            <CaField value={fields.ca} error={errors.ca} onChange={(ca) => change({ ca })} />
            <div className={css.pair}>
              <NumberField
                label={copy.timeout}
                value={fields.timeoutSeconds}
                minValue={1}
                maxValue={longestTimeoutMs / 1000}
                fractions
                isDraft
                error={errors.timeoutSeconds}
                onChange={(timeoutSeconds) => change({ timeoutSeconds })}
              />
              <NumberField
                label={copy.concurrency}
                value={fields.concurrency}
                minValue={1}
                maxValue={16}
                isDraft
                error={errors.concurrency}
                onChange={(concurrency) => change({ concurrency })}
              />
            </div>
            <Checkbox
              isSelected={fields.inOrder}
              onChange={(inOrder) => change({ inOrder })}
              description={copy.inOrderText}
            >
              {copy.inOrder}
            </Checkbox>
          </div>
        ) : null}
      </div>
    </form>
  )
}
