import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { useApi } from '../../host/client.ts'
import { listenerStatus } from '../deliveries/index.ts'
import { forwardTo as copy } from './copy.ts'
import css from './provider-settings.module.css'

/** The address of the listener, for the configuration of a proxy or a tunnel that Notehook does not start. */
export function ForwardTo() {
  const { data: listener } = useQuery(listenerStatus(useApi()))
  if (listener === undefined) return null
  return (
    <p className={css.line}>
      <span className={css.muted}>{copy.label}</span>
      {listener.state === 'listening' ? (
        <span className={css.target}>
          <code>{listener.origin}</code>
          <CopyButton text={listener.origin} label={copy.copy} />
        </span>
      ) : (
        copy.notListening
      )}
    </p>
  )
}
