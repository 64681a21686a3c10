import { Link } from '@tanstack/react-router'
import type { Settings } from '../../../shared/contract/settings.ts'
import { NumberField } from '../../ui/number-field.tsx'
import css from './section.module.css'
import { Section } from './section.tsx'
import { useSetting } from './use-setting.ts'

export function ReceivingSection({ settings }: { readonly settings: Settings }) {
  const port = useSetting('listenerPort')
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
          error={port.error}
        />
        <NumberField
          label="Tolerated age, in seconds"
          description="A delivery older than this, or as far ahead, is called stale or future."
          value={settings.toleranceSeconds}
          onChange={tolerance.set}
          minValue={1}
          maxValue={3600}
          formatOptions={{ useGrouping: false }}
          error={tolerance.error}
        />
      </div>
      <p>
        How the service reaches it is under <Link to="/tunnel">Tunnel</Link>.
      </p>
    </Section>
  )
}
