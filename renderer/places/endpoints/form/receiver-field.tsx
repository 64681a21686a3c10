import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, TriangleAlert } from 'lucide-react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { listenerStatus } from '../../../nouns/deliveries/queries.ts'
import css from '../../../nouns/endpoints/form/endpoint-form.module.css'
import { endpointList, endpointUrlCheck } from '../../../nouns/endpoints/queries.ts'
import { tunnelOutage } from '../../../nouns/tunnel/outage.ts'
import { tunnelStatus } from '../../../nouns/tunnel/queries.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { isSameReceiver } from '../endpoint-state.ts'
import { receiver as copy, ownUrl } from './copy.ts'
import type { EndpointFields, FieldErrors } from './endpoint-fields.ts'

/** Lets the user choose the receiver: the Inspector at its public URL, or the user's own URL. */
export function ReceiverField({
  fields,
  errors,
  before,
  onChange,
}: {
  readonly fields: EndpointFields
  readonly errors: FieldErrors
  readonly before: Endpoint | undefined
  readonly onChange: (fields: EndpointFields) => void
}) {
  const api = useApi()
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const publicUrl = tunnel?.publicUrl
  const where = useIsSandbox() ? 'sandbox' : 'service'
  const { data: others = [] } = useQuery(endpointList(api))
  return (
    <div className={stackCss.s3}>
      <RadioGroup
        label={copy.label}
        error={fields.receiver === 'url' ? undefined : (errors.receiver ?? errors.url)}
        value={fields.receiver}
        onChange={(receiver) => onChange({ ...fields, receiver: receiver as EndpointFields['receiver'] })}
      >
        {before ? (
          <Radio value="same" description={<VisibleText text={before.url} />}>
            {copy.same}
          </Radio>
        ) : null}
        <Radio value="inspector" description={publicUrl ? copy.inspectorAt(publicUrl) : copy.inspectorText}>
          {before?.receivedHere ? copy.inspectorAgain : copy.inspector}
        </Radio>
        <Radio value="url" description={copy.ownText[where]}>
          {copy.own}
        </Radio>
      </RadioGroup>
      {fields.receiver === 'inspector' ? <InspectorHints tunnel={tunnel} /> : null}
      {fields.receiver === 'url' ? (
        <div className={css.indent}>
          <OwnUrlField
            url={fields.url}
            placeholder={ownUrl.placeholder[where]}
            error={errors.url ?? errors.receiver}
            isRedacted={before?.urlRedacted ?? false}
            others={others.filter(({ id }) => id !== before?.id)}
            onChange={(url) => onChange({ ...fields, url })}
            onUseInspector={() => onChange({ ...fields, receiver: 'inspector' })}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Warns about problems that keep deliveries from reaching the Inspector. */
function InspectorHints({ tunnel }: { readonly tunnel: TunnelStatus | undefined }) {
  const { data: listener } = useQuery(listenerStatus(useApi()))
  if (tunnel?.publicUrl === null) {
    return (
      <Banner tone="warn" title={copy.noPublicAddress} action={<Link to="/tunnel">{copy.toTunnel}</Link>}>
        {copy.noPublicAddressText}
      </Banner>
    )
  }
  if (listener && listener.state !== 'listening') {
    return (
      <Banner tone="warn" title={copy.notListening} action={<Link to="/inspector">{copy.toInspector}</Link>}>
        {copy.notListeningText}
      </Banner>
    )
  }
  if (tunnelOutage(tunnel)) {
    return (
      <Banner tone="warn" title={copy.tunnelDown} action={<Link to="/tunnel">{copy.toTunnel}</Link>}>
        {copy.tunnelDownText}
      </Banner>
    )
  }
  return null
}

/**
 * A field for the URL of the user's own receiver. The host checks the URL when the user stops typing. The check never prevents
 * submitting.
 */
function OwnUrlField({
  url,
  placeholder,
  error,
  isRedacted,
  others,
  onChange,
  onUseInspector,
}: {
  readonly url: string
  readonly placeholder: string
  readonly error: string | undefined
  readonly isRedacted: boolean
  readonly others: readonly Endpoint[]
  readonly onChange: (url: string) => void
  readonly onUseInspector: () => void
}) {
  const settled = useDebounced(url, 300)
  const isSettled = settled === url && !isBeginning(url)
  const check = useQuery({ ...endpointUrlCheck(useApi(), settled.trim()), enabled: isSettled })
  const result = isSettled ? check.data : undefined
  const duplicates = others.filter((endpoint) => isSameReceiver(endpoint, url))
  return (
    <>
      <TextField
        label={ownUrl.label}
        type="url"
        mono
        placeholder={placeholder}
        description={isRedacted ? ownUrl.redacted : undefined}
        value={url}
        onChange={onChange}
        error={error ?? (result?.verdict === 'refused' ? result.sentence : undefined)}
        autoComplete="off"
      />
      <Button
        size="small"
        variant="quiet"
        className={stackCss.start}
        icon={<Inbox size={13} aria-hidden />}
        onPress={onUseInspector}
      >
        {ownUrl.useInspector}
      </Button>
      <div className={css.warnings} role="status">
        {duplicates.map(({ id }) => (
          <p key={id} className={css.warning}>
            <TriangleAlert size={13} role="img" aria-label={ownUrl.warning} />
            <span>
              {ownUrl.duplicate}{' '}
              <Link to="/endpoints" search={{ endpoint: id }}>
                {ownUrl.show(id)}
              </Link>
            </span>
          </p>
        ))}
        {result?.warnings.map(({ code, sentence }) => (
          <p key={code} className={css.warning}>
            <TriangleAlert size={13} role="img" aria-label={ownUrl.warning} />
            <span>{sentence}</span>
          </p>
        ))}
      </div>
    </>
  )
}

/** Whether the user is still typing `https://` or `http://`, which is not an error yet. */
function isBeginning(url: string): boolean {
  return ['https://', 'http://'].some((scheme) => scheme.startsWith(url.trim().toLowerCase()))
}
