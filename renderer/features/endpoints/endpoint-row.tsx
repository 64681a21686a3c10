import { CirclePause, CirclePlay, Inbox } from 'lucide-react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import css from './endpoint-row.module.css'
import { eventWords, receiverParts, secretWords } from './endpoint-words.ts'
import type { FolderNames } from './folder-names.ts'

/** One endpoint of the list: where it leads, what it sends, and how its secret stands here. */
export function EndpointRow({
  endpoint,
  folders,
}: {
  readonly endpoint: Endpoint
  readonly folders: FolderNames
}) {
  const { host, path } = receiverParts(endpoint)
  const secret = secretWords[endpoint.secret]
  return (
    <div className={css.row}>
      <span className={css.url}>
        <b className={css.host}>
          <VisibleText text={host} />
        </b>
        <span className={css.path}>
          <VisibleText text={path.length > longPath ? `/…${path.slice(-6)}` : path} />
        </span>
      </span>
      <span className={css.state}>
        <EnabledPill enabled={endpoint.enabled} />
      </span>
      <span className={css.what}>
        <VisibleText text={subscription(endpoint, folders)} />
      </span>
      <span className={css.here}>
        {endpoint.receivedHere ? (
          <span className={css.fact} title="Its deliveries come to the inspector on this machine">
            <Inbox size={13} aria-hidden />
            <span className={css.words}>Inspector</span>
          </span>
        ) : null}
        <span className={css.fact} data-tone={secret.tone}>
          <secret.icon size={13} aria-hidden />
          <span className={css.words}>{secret.short}</span>
        </span>
      </span>
      <span className={css.time}>
        {endpoint.lastDeliveryAt === null ? null : (
          <>
            verified <TimeText iso={endpoint.lastDeliveryAt} />
          </>
        )}
      </span>
    </div>
  )
}

/** Of a longer path only the end is shown, which tells endpoints of one host apart. */
const longPath = 14

export function EnabledPill({ enabled }: { readonly enabled: boolean }) {
  return enabled ? (
    <StatusPill tone="ok" icon={CirclePlay}>
      Enabled
    </StatusPill>
  ) : (
    <StatusPill tone="neutral" icon={CirclePause}>
      Disabled
    </StatusPill>
  )
}

export function spokenEndpoint(endpoint: Endpoint, folders: FolderNames): string {
  const { host, path } = receiverParts(endpoint)
  const state = endpoint.enabled ? 'enabled' : 'disabled'
  return `${host}${path}, ${state}, ${subscription(endpoint, folders)}, ${secretWords[endpoint.secret].short}`
}

function subscription({ events, scopes, folderIds }: Endpoint, folders: FolderNames): string {
  const [first, ...more] = folderIds
  const filter =
    first === undefined
      ? []
      : [`${folders.of(first).name}${more.length > 0 ? ` and ${more.length} more` : ''} and subfolders`]
  return [eventWords(events), scopes.join(', ') || 'no scope', ...filter].join(' · ')
}
