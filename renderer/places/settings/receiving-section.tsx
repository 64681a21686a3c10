import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Settings } from '#shared/settings/contract.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { appInfo } from '../../frame/app-info.ts'
import { useApi } from '../../host/client.ts'
import { listenerStatus } from '../../nouns/deliveries/queries.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { fieldClass, OptionalNumber, PlainSetting, Setting } from './setting.tsx'
import { useSetting } from './use-setting.ts'

export function ReceivingSection({ settings }: { readonly settings: Settings }) {
  const api = useApi()
  const port = useSetting('listenerPort')
  const { data: listener } = useQuery(listenerStatus(api))
  const { data: info } = useQuery(appInfo(api))
  const isRefused = listener?.state === 'failed' && listener.port === settings.listenerPort
  const tolerance = useSetting('toleranceSeconds')
  return (
    <Section title={copy.sections.receiving} description={copy.receiving.description}>
      <div>
        <OptionalNumber
          label={copy.receiving.port}
          description={copy.receiving.portDescription}
          choosing={copy.receiving.portChoosing}
          none={copy.receiving.anyPort}
          value={settings.listenerPort}
          initial={listener?.state === 'listening' ? listener.port : null}
          onChange={port.set}
          minValue={1}
          maxValue={65535}
          formatOptions={{ useGrouping: false }}
          error={port.error ?? (isRefused ? listener.message : null)}
        />
        <Setting>
          <NumberField
            className={fieldClass}
            label={copy.receiving.tolerance}
            description={copy.receiving.toleranceDescription}
            value={settings.toleranceSeconds}
            onChange={tolerance.set}
            minValue={1}
            maxValue={3600}
            formatOptions={{ useGrouping: false }}
            error={tolerance.error}
          />
        </Setting>
        <PlainSetting label={copy.receiving.address}>
          <Link to="/tunnel">{copy.receiving.tunnel}</Link>
        </PlainSetting>
      </div>
      {info?.host === 'browser' ? <p className={css.detail}>{copy.receiving.inBrowser}</p> : null}
    </Section>
  )
}
