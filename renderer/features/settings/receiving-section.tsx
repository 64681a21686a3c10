import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Settings } from '#shared/settings/contract.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { listenerStatus } from '../deliveries/index.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { useSetting } from './use-setting.ts'

export function ReceivingSection({ settings }: { readonly settings: Settings }) {
  const port = useSetting('listenerPort')
  const { data: listener } = useQuery(listenerStatus(useApi()))
  const isRefused = listener?.state === 'failed' && listener.port === settings.listenerPort
  const tolerance = useSetting('toleranceSeconds')
  return (
    <Section title={copy.receiving.title} description={copy.receiving.description}>
      <div className={css.pair}>
        <NumberField
          label={copy.receiving.port}
          description={copy.receiving.portDescription}
          value={settings.listenerPort}
          onChange={port.set}
          minValue={0}
          maxValue={65535}
          formatOptions={{ useGrouping: false }}
          error={port.error ?? (isRefused ? listener.message : null)}
        />
        <NumberField
          label={copy.receiving.tolerance}
          description={copy.receiving.toleranceDescription}
          value={settings.toleranceSeconds}
          onChange={tolerance.set}
          minValue={1}
          maxValue={3600}
          formatOptions={{ useGrouping: false }}
          error={tolerance.error}
        />
      </div>
      <WhileClosed keepReceiving={settings.keepReceiving} />
      <p>
        {copy.receiving.tunnelBefore} <Link to="/tunnel">{copy.receiving.tunnelLink}</Link>.
      </p>
    </Section>
  )
}

/** What happens to deliveries while the window is closed. */
function WhileClosed({ keepReceiving }: Pick<Settings, 'keepReceiving'>) {
  const { data: info } = useQuery(appInfo(useApi()))
  const keep = useSetting('keepReceiving')
  if (!info) return null
  if (info.host === 'browser') {
    return <p>{copy.receiving.inBrowser}</p>
  }
  const mac = info.platform === 'darwin'
  return (
    <div>
      <Switch isSelected={keepReceiving} onChange={keep.set}>
        {mac ? copy.receiving.menuBar : copy.receiving.keepReceiving}
      </Switch>
      <p className={css.meaning}>
        {mac ? copy.receiving.onMac : keepReceiving ? copy.receiving.kept : copy.receiving.notKept}
      </p>
      {keep.error === null ? null : <p role="alert">{keep.error}</p>}
    </div>
  )
}
