import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Settings } from '#shared/settings/contract.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { inspectorStatus } from '../deliveries/index.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { useSetting } from './use-setting.ts'

export function ReceivingSection({ settings }: { readonly settings: Settings }) {
  const port = useSetting('listenerPort')
  const { data: listener } = useQuery(inspectorStatus(useApi()))
  const isRefused = listener?.state === 'failed' && listener.port === settings.listenerPort
  const tolerance = useSetting('toleranceSeconds')
  return (
    <Section title="Receiving deliveries" description="The inspector listens on this computer only.">
      <div className={css.pair}>
        <NumberField
          label="Port of the listener"
          description="0 takes any free port and keeps it. The listener moves at once."
          value={settings.listenerPort}
          onChange={port.set}
          minValue={0}
          maxValue={65535}
          formatOptions={{ useGrouping: false }}
          error={port.error ?? (isRefused ? listener.message : null)}
        />
        <NumberField
          label="Tolerated age, in seconds"
          description="A delivery older than this, or as far ahead, is called too old or ahead, and answered 503."
          value={settings.toleranceSeconds}
          onChange={tolerance.set}
          minValue={1}
          maxValue={3600}
          formatOptions={{ useGrouping: false }}
          error={tolerance.error}
        />
      </div>
      <Meanwhile keepReceiving={settings.keepReceiving} />
      <p>
        How the service reaches it is under <Link to="/tunnel">Tunnel</Link>.
      </p>
    </Section>
  )
}

/** What becomes of deliveries when nobody looks. */
function Meanwhile({ keepReceiving }: Pick<Settings, 'keepReceiving'>) {
  const { data: info } = useQuery(appInfo(useApi()))
  const keep = useSetting('keepReceiving')
  if (!info) return null
  if (info.host === 'browser') {
    return (
      <p>Receiving goes on when this page is closed. It goes on until you end Notehook in the terminal.</p>
    )
  }
  const mac = info.platform === 'darwin'
  return (
    <div>
      <Switch isSelected={keepReceiving} onChange={keep.set}>
        {mac ? 'Show the state in the menu bar' : 'Keep receiving while the window is closed'}
      </Switch>
      <p className={css.meaning}>{mac ? onMac : keepReceiving ? kept : notKept}</p>
      {keep.error === null ? null : <p role="alert">{keep.error}</p>}
    </div>
  )
}

const onMac =
  'Notehook receives until you quit it, also while its window is closed: its icon in the Dock opens the window again.'
const kept =
  'Closing the window hides it. An icon beside the clock tells how the listener and the tunnel are, opens the window and quits. Where a desktop has no place for such icons, start Notehook again to have the window back.'
const notKept =
  'Closing the window quits Notehook. What comes meanwhile is sent again by the service for up to four days.'
