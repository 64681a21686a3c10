import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { listenerStatus } from '../../../nouns/deliveries/queries.ts'
import css from '../../../nouns/endpoints/form/endpoint-form.module.css'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { tunnelOutage } from '../../../nouns/tunnel/outage.ts'
import { tunnelStatus } from '../../../nouns/tunnel/queries.ts'
import { receiver as copy } from './copy.ts'
import type { EndpointFields, FieldErrors } from './endpoint-fields.ts'
import { OwnUrlField } from './own-url-field.tsx'

/** Chooses the receiver: the inspector at its public address, or the user's own URL. */
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
          {copy.inspector}
        </Radio>
        <Radio value="url" description={copy.ownText}>
          {copy.own}
        </Radio>
      </RadioGroup>
      {fields.receiver === 'inspector' ? <InspectorHints tunnel={tunnel} /> : null}
      {fields.receiver === 'url' ? (
        <div className={css.indent}>
          <OwnUrlField
            url={fields.url}
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

/** Warns about problems that keep deliveries from reaching the inspector. */
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
