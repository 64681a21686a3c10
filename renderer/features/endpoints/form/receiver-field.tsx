import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { inspectorStatus } from '../../deliveries/index.ts'
import { tunnelStatus } from '../../tunnel/index.ts'
import { endpointList } from '../queries.ts'
import type { EndpointFields, FieldErrors } from './endpoint-fields.ts'
import css from './endpoint-form.module.css'
import { OwnUrlField } from './own-url-field.tsx'

/** Where deliveries go: to the inspector here, by the public address that leads to it, or to a URL of one's own. */
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
  const publicUrl = useQuery(tunnelStatus(api)).data?.publicUrl
  const { data: others = [] } = useQuery(endpointList(api))
  return (
    <div className={css.group}>
      <RadioGroup
        label="Receiver"
        error={fields.receiver === 'url' ? undefined : (errors.receiver ?? errors.url)}
        value={fields.receiver}
        onChange={(receiver) => onChange({ ...fields, receiver: receiver as EndpointFields['receiver'] })}
      >
        {before ? (
          <Radio value="same" description={<VisibleText text={before.url} />}>
            As it is
          </Radio>
        ) : null}
        <Radio
          value="inspector"
          description={
            publicUrl
              ? `${publicUrl}/hooks/… A path of its own is made for it.`
              : 'Verifies each delivery here and shows what came. Needs a public address.'
          }
        >
          The inspector on this machine
        </Radio>
        <Radio value="url" description="A receiver that you run: https, and reachable from the internet.">
          A URL of my own
        </Radio>
      </RadioGroup>
      {fields.receiver === 'inspector' ? <InspectorHints publicUrl={publicUrl} /> : null}
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

/** What stands in the way of deliveries to the inspector. */
function InspectorHints({ publicUrl }: { readonly publicUrl: string | null | undefined }) {
  const { data: listener } = useQuery(inspectorStatus(useApi()))
  if (publicUrl === null) {
    return (
      <Banner tone="warn" title="There is no public address yet." action={<SettingsLink />}>
        The service calls https addresses on the internet only. State the address of your proxy or tunnel that
        leads to the inspector, then come back: what you typed is kept.
      </Banner>
    )
  }
  if (listener && listener.state !== 'listening') {
    return (
      <Banner
        tone="warn"
        title="The inspector is not listening."
        action={<Link to="/inspector">Inspector</Link>}
      >
        Deliveries fail until it is started. The service tries again for up to four days.
      </Banner>
    )
  }
  return null
}

function SettingsLink() {
  return <Link to="/tunnel">Tunnel</Link>
}
