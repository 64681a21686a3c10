import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { longestTimeoutMs } from '#shared/receivers/limits.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Disclosure } from '#ui/controls/disclosure.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { visibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../../frame/app-info.ts'
import { useApi } from '../../../host/client.ts'
import { type EndpointNames, useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { SecretInPlace } from '../../endpoints/secret/secret-in-place.tsx'
import { useIsSandbox } from '../../workspaces/session-queries.ts'
import { useForwardsNothing } from '../forwarding.ts'
import { CaField } from './ca-field.tsx'
import { form as copy, examplePort } from './copy.ts'
import { HeaderFields } from './header-fields.tsx'
import {
  type FieldErrors,
  type ReceiverFields,
  type ReceiverSecrets,
  receiverName,
  wholeUrl,
} from './receiver-fields.ts'
import css from './receiver-form.module.css'
import { RuleFields } from './rule-fields.tsx'
import { UrlField } from './url-field.tsx'

/** The form for a receiver's settings. Most of them are below *Advanced*. The parent stores and sends the values. */
export function ReceiverForm({
  id,
  fields,
  secrets,
  errors,
  before,
  isNew,
  onChange,
  onSecrets,
  onSubmit,
}: {
  /** `id` of the form element, for the submit button outside it. */
  readonly id: string
  readonly fields: ReceiverFields
  readonly secrets: ReceiverSecrets
  readonly errors: FieldErrors
  readonly before: Receiver | undefined
  readonly isNew: boolean
  readonly onChange: (fields: ReceiverFields) => void
  readonly onSecrets: (secrets: ReceiverSecrets) => void
  readonly onSubmit: (event: FormEvent) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const endpoints = useEndpointNames()
  const forwardsNothing = useForwardsNothing()
  const lacksEndpoints = before !== undefined && forwardsNothing(before)
  const [isAdvanced, setAdvanced] = useState(
    (before?.signsWith === 'own' && before.ownSecret === 'missing') || before?.headerValues === 'missing',
  )
  const isWrongBelow = Object.keys(errors).some((name) => name !== 'url' && (name !== 'name' || isNew))
  useEffect(() => {
    if (isWrongBelow) setAdvanced(true)
  }, [isWrongBelow])
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const invalid = ':is([data-invalid], [aria-invalid="true"]) :is(input, textarea), [aria-invalid="true"]'
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(invalid)?.focus())
  }, [errors])
  const change = (changes: Partial<ReceiverFields>) => onChange({ ...fields, ...changes })
  const [endpointId = null, ...others] = fields.endpointIds
  const endpoint =
    others.length > 0
      ? undefined
      : endpointId === null && endpoints.list.length === 1
        ? endpoints.list[0]
        : endpoints.list.find((listed) => listed.id === endpointId)
  const name = (
    <TextField
      label={copy.name}
      placeholder={receiverName(fields) || copy.namePlaceholder}
      value={fields.name}
      onChange={(next) => change({ name: next })}
      error={errors.name}
      limit={80}
      autoComplete="off"
      autoFocus={!isNew && !lacksEndpoints}
    />
  )

  return (
    <form ref={form} id={id} onSubmit={onSubmit} className={stackCss.s5} noValidate>
      {isNew ? null : name}
      <UrlField
        url={fields.url}
        error={errors.url}
        autoFocus={isNew}
        receiverId={before?.id}
        onChange={(url) => change({ url })}
      />
      <Select
        label={copy.endpoint}
        options={endpointOptions(fields.endpointIds, endpoints)}
        isDescribed
        value={others.length > 0 ? several : (endpointId ?? all)}
        onChange={(value) => {
          if (value !== several) change({ endpointIds: value === all ? [] : [value] })
        }}
        error={isAdvanced ? undefined : errors.endpointIds}
        autoFocus={lacksEndpoints}
      />
      {isNew ? (
        <Switch
          wordsFirst
          className={css.live}
          isSelected={fields.live}
          onChange={(live) => change({ live })}
        >
          <span className={css.words}>
            <b>{copy.live}</b>
            <span>{copy.liveText}</span>
          </span>
        </Switch>
      ) : null}
      <div className={css.advanced}>
        <Disclosure
          isOpen={isAdvanced}
          onChange={setAdvanced}
          {...(isAdvanced ? {} : { hint: summaryOf(fields) })}
        >
          {copy.advanced}
        </Disclosure>
      </div>
      {isAdvanced ? (
        <>
          {isNew ? name : null}
          <RuleFields fields={fields} errors={errors} onChange={change} />
          <Signer
            fields={fields}
            secrets={secrets}
            errors={errors}
            before={before}
            onChange={change}
            onSecrets={onSecrets}
          />
          <Checkbox
            isSelected={fields.autoSend}
            onChange={(autoSend) => change({ autoSend })}
            description={copy.autoSendText}
          >
            {copy.autoSend}
          </Checkbox>
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
        </>
      ) : null}
      {fields.signsWith !== 'endpoint' ? null : endpoint ? (
        <>
          <SecretInPlace key={endpoint.id} endpoint={endpoint} name={endpoints.of(endpoint.id)} />
          {isNew ? <ExampleReceiver endpointId={endpoint.id} url={fields.url} /> : null}
        </>
      ) : endpoints.list.length > 1 ? (
        <p className={css.hint}>{copy.severalSecrets}</p>
      ) : null}
    </form>
  )
}

/** Shows how to start the example receiver. In the sandbox, the copied command contains the endpoint's secret. */
function ExampleReceiver({ endpointId, url }: { readonly endpointId: string; readonly url: string }) {
  const api = useApi()
  const { data: app } = useQuery(appInfo(api))
  const hasSecret = useIsSandbox() && app?.host === 'browser'
  const port = URL.parse(wholeUrl(url))?.port || examplePort
  const withSecret = async () =>
    copy.exampleCommand(port, (await api.call('endpoints.reveal-secret', { id: endpointId })).secret)
  return (
    <div className={css.group}>
      <p className={css.hint}>
        {copy.example(port)} {hasSecret ? copy.exampleHasSecret : null}
      </p>
      <CodeBlock
        label={copy.exampleLabel}
        text={copy.exampleCommand(port)}
        textToCopy={hasSecret ? withSecret : undefined}
      />
    </div>
  )
}

const all = 'all'
const several = 'several'

function endpointOptions(endpointIds: readonly string[], endpoints: EndpointNames) {
  const gone = endpointIds.filter((id) => !endpoints.isListed(id))
  return [
    ...endpoints.list.map(({ id, url }) => ({
      value: id,
      label: visibleText(endpoints.of(id)),
      description: visibleText(url.replace(/^https?:\/\//, '').slice(0, 80)),
    })),
    ...(endpointIds.length === 1
      ? gone.map((id) => ({ value: id, label: visibleText(endpoints.of(id)) }))
      : []),
    ...(endpointIds.length > 1 ? [{ value: several, label: copy.several(endpointIds.length) }] : []),
    { value: all, label: copy.allEndpoints },
  ]
}

function summaryOf({ allEvents, eventTypes, folderIds, q, signsWith, headers, ca }: ReceiverFields): string {
  return [
    allEvents ? copy.allEvents : copy.events(eventTypes.length),
    folderIds.length === 0 ? copy.anyFolder : copy.folders(folderIds.length),
    ...(q === '' ? [] : [copy.filtered]),
    copy.signedWith[signsWith],
    ...(headers.length === 0 ? [] : [copy.headerCount(headers.length)]),
    ...(ca === '' ? [] : [copy.ownCa]),
  ].join(' · ')
}

function Signer({
  fields,
  secrets,
  errors,
  before,
  onChange,
  onSecrets,
}: {
  readonly fields: ReceiverFields
  readonly secrets: ReceiverSecrets
  readonly errors: FieldErrors
  readonly before: Receiver | undefined
  readonly onChange: (changes: Partial<ReceiverFields>) => void
  readonly onSecrets: (secrets: ReceiverSecrets) => void
}) {
  return (
    <div className={css.group}>
      <RadioGroup
        label={copy.signs}
        value={fields.signsWith}
        onChange={(value) => onChange({ signsWith: value as ReceiverFields['signsWith'] })}
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
  )
}
