import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Plus, X } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { eventTypeMeanings, eventTypes } from '#shared/deliveries/event-types.ts'
import { longestTimeoutMs } from '#shared/receivers/limits.ts'
import type { AddressVerdict, Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { TagPicker } from '#ui/controls/tag-picker.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { EventsField, FilterBar } from '../../deliveries/index.ts'
import { FolderPicker, useEndpointNames } from '../../endpoints/index.ts'
import { settings as settingsCopy } from '../detail/copy.ts'
import { receiverUrlCheck } from '../queries.ts'
import { CaField } from './ca-field.tsx'
import { form as copy } from './copy.ts'
import {
  advancedFields,
  type FieldErrors,
  type ReceiverFields,
  type ReceiverSecrets,
} from './receiver-fields.ts'
import css from './receiver-form.module.css'

/** What the user sets of a receiver. The parent stores and sends the values. */
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
  /** Id of the form element, for the submit button outside it. */
  readonly id: string
  readonly fields: ReceiverFields
  readonly secrets: ReceiverSecrets
  readonly errors: FieldErrors
  /** The receiver that is edited. */
  readonly before: Receiver | undefined
  readonly onChange: (fields: ReceiverFields) => void
  readonly onSecrets: (secrets: ReceiverSecrets) => void
  readonly onSubmit: (event: FormEvent) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [isAdvanced, setAdvanced] = useState(false)
  const isWrongBelow = advancedFields.some((name) => errors[name] !== undefined)
  useEffect(() => {
    if (isWrongBelow) setAdvanced(true)
  }, [isWrongBelow])
  // The invalid field may be scrolled out of view, so it gets the focus.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const invalid = ':is([data-invalid], [aria-invalid="true"]) :is(input, textarea), [aria-invalid="true"]'
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(invalid)?.focus())
  }, [errors])
  const change = (changes: Partial<ReceiverFields>) => onChange({ ...fields, ...changes })

  return (
    <form ref={form} id={id} onSubmit={onSubmit} className={css.form} noValidate>
      <TextField
        label={copy.name}
        placeholder={copy.namePlaceholder}
        value={fields.name}
        onChange={(name) => change({ name })}
        error={errors.name}
        autoComplete="off"
        autoFocus
      />
      <UrlField url={fields.url} error={errors.url} onChange={(url) => change({ url })} />
      <Rules fields={fields} errors={errors} onChange={change} />
      <div className={css.group}>
        <RadioGroup
          label={copy.signs}
          value={fields.signsWith}
          onChange={(value) => change({ signsWith: value as ReceiverFields['signsWith'] })}
        >
          <Radio value="endpoint" description={copy.signsEndpointText}>
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
        <Button
          variant="quiet"
          className={css.disclosure}
          icon={<ChevronRight size={14} aria-hidden data-open={isAdvanced} />}
          aria-expanded={isAdvanced}
          onPress={() => setAdvanced(!isAdvanced)}
        >
          {copy.advanced}
        </Button>
        {isAdvanced ? (
          <div className={css.advanced}>
            <Headers
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

/** When the typing pauses, the host checks where the URL leads. It is advice: submitting reports the same error again. */
function UrlField({
  url,
  error,
  onChange,
}: {
  readonly url: string
  /** The error of the last submit; shown instead of the check's. */
  readonly error: string | undefined
  readonly onChange: (url: string) => void
}) {
  const settled = useDebounced(url.trim(), 300)
  const isChecked = settled === url.trim() && settled.length > 0 && settled.length <= longestUrl
  const isTypingScheme = ['http://', 'https://'].some((scheme) => scheme.startsWith(settled.toLowerCase()))
  const check = useQuery({
    ...receiverUrlCheck(useApi(), settled),
    enabled: isChecked && !isTypingScheme,
  })
  const verdict = isChecked && !isTypingScheme ? check.data : undefined
  const isRefused = verdict !== undefined && (verdict.kind === 'forbidden' || verdict.host === null)
  const advice = verdict && !isRefused && !error ? adviceOn(verdict) : null
  return (
    <div className={css.group}>
      <TextField
        label={copy.url}
        type="url"
        mono
        placeholder={copy.urlPlaceholder}
        value={url}
        onChange={onChange}
        error={error ?? (isRefused ? verdict.sentence : undefined)}
        autoComplete="off"
      />
      <p className={css.verdict} role="status" data-kind={verdict?.kind}>
        {advice === null ? null : <VisibleText text={advice} />}
      </p>
    </div>
  )
}

const longestUrl = 2048

const adviceOn = ({ kind, sentence }: AddressVerdict): string | null =>
  sentence ?? (kind === 'public' ? copy.public : kind === 'private' ? copy.private : null)

function Rules({
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
        placeholder={copy.endpointsPlaceholder}
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
        description={fields.folderIds.length === 0 ? settingsCopy.anyFolder : copy.foldersText}
        error={errors.folderIds}
        onChange={(folderIds) => onChange({ folderIds })}
      />
      <div className={css.group}>
        <span className={css.label}>{copy.filter}</span>
        <div className={css.filter}>
          <Suspense>
            <FilterBar
              asked={fields.q}
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

/** Unlisted types have none. */
const meanings = new Map<string, string>(Object.entries(eventTypeMeanings))

function Headers({
  fields: { headers },
  secrets,
  error,
  onChange,
  onSecrets,
}: {
  readonly fields: ReceiverFields
  readonly secrets: ReceiverSecrets
  readonly error: string | undefined
  readonly onChange: (changes: Partial<ReceiverFields>) => void
  readonly onSecrets: (secrets: ReceiverSecrets) => void
}) {
  return (
    <fieldset className={css.headers}>
      <legend className={css.label}>{copy.headers}</legend>
      {headers.map((header, at) => {
        const { key, name, storedName } = header
        return (
          <div key={key} className={css.header}>
            <TextField
              label={copy.headerName(at + 1)}
              hideLabel
              mono
              placeholder={copy.headerNamePlaceholder}
              value={name}
              onChange={(next) =>
                onChange({
                  headers: headers.map((one) => (one.key === key ? { ...one, name: next } : one)),
                })
              }
              error={error !== undefined && name.trim() === '' ? error : undefined}
              autoComplete="off"
            />
            <TextField
              label={copy.headerValue(at + 1)}
              hideLabel
              mono
              type="password"
              placeholder={storedName !== null && storedName === name.trim() ? copy.headerStored : ''}
              value={secrets.values[key] ?? ''}
              onChange={(value) => onSecrets({ ...secrets, values: { ...secrets.values, [key]: value } })}
              autoComplete="off"
            />
            <IconButton
              label={copy.removeHeader(name.slice(0, 60))}
              onPress={() => onChange({ headers: headers.filter((one) => one.key !== key) })}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        )
      })}
      <Button
        size="small"
        className={css.start}
        icon={<Plus size={13} aria-hidden />}
        isDisabled={headers.length >= 32}
        onPress={() =>
          onChange({ headers: [...headers, { key: crypto.randomUUID(), name: '', storedName: null }] })
        }
      >
        {copy.addHeader}
      </Button>
      <p
        className={css.hint}
        data-error={error !== undefined}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? copy.headersText}
      </p>
    </fieldset>
  )
}
