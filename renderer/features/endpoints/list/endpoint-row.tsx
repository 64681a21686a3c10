import { Inbox } from 'lucide-react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { endpointName, receiverParts } from '../endpoint-names.ts'
import { enabledState, eventSummary, secretStates } from '../endpoint-state.ts'
import type { FolderNames } from '../folder-names.ts'
import { row as copy } from './copy.ts'
import { creatorName } from './endpoint-order.ts'
import css from './endpoint-row.module.css'

/** One endpoint in the list: URL, subscription, state of its secret, creator and last delivery. */
export function EndpointRow({
  endpoint,
  folders,
  short,
}: {
  readonly endpoint: Endpoint
  readonly folders: FolderNames
  /** Without creator and age, for narrow windows. */
  readonly short: boolean
}) {
  const { name, where } = endpointName(endpoint)
  const secret = secretStates[endpoint.secret]
  return (
    <div className={css.row}>
      <span className={css.url} title={visibleText(endpoint.url)}>
        <b className={css.host}>
          <VisibleText text={name} />
        </b>
        <span className={css.path} data-named={endpoint.label !== null}>
          <VisibleText text={where} />
        </span>
        {endpoint.urlRedacted ? <span className={css.redacted}>{copy.redacted}</span> : null}
      </span>
      <span className={css.state}>
        <StatePill endpoint={endpoint} />
      </span>
      <span className={css.what}>
        <VisibleText text={subscription(endpoint, folders)} />
      </span>
      <span className={css.here}>
        {endpoint.receivedHere ? (
          <span className={css.fact} title={copy.inspectorText}>
            <Inbox size={13} aria-hidden />
            {short ? (
              <VisuallyHidden>{copy.inspector}</VisuallyHidden>
            ) : (
              <span className={css.words}>{copy.inspector}</span>
            )}
          </span>
        ) : null}
        <span className={css.fact} data-tone={secret.tone}>
          <secret.icon size={13} aria-hidden />
          <span className={css.words}>{secret.short}</span>
        </span>
      </span>
      <span className={css.time}>
        {endpoint.lastDeliveryAt !== null ? (
          <>
            {copy.verified} <TimeText iso={endpoint.lastDeliveryAt} />
          </>
        ) : endpoint.receivedHere ? (
          copy.neverVerified
        ) : null}
      </span>
      {short ? null : (
        <>
          <span className={css.creator} data-tone={endpoint.createdBy === null ? 'warn' : undefined}>
            <VisibleText text={creatorName(endpoint)} />
          </span>
          <span className={css.age}>
            {endpoint.createdAt === null ? null : (
              <>
                {copy.created} <TimeText iso={endpoint.createdAt} />
              </>
            )}
          </span>
        </>
      )}
    </div>
  )
}

export function StatePill({ endpoint }: { readonly endpoint: Endpoint }) {
  const { short, tone, icon } = enabledState(endpoint)
  return (
    <StatusPill tone={tone} icon={icon}>
      {short}
    </StatusPill>
  )
}

export function endpointRowLabel(endpoint: Endpoint, folders: FolderNames): string {
  const { host, path } = receiverParts(endpoint)
  const { label } = endpoint
  const state = enabledState(endpoint).short.toLowerCase()
  return [
    `${label === null ? '' : `${label}, `}${host}${path}`,
    state,
    subscription(endpoint, folders),
    secretStates[endpoint.secret].short,
    copy.by(creatorName(endpoint)),
  ].join(', ')
}

function subscription({ events, scopes, folderIds }: Endpoint, folders: FolderNames): string {
  return [eventSummary(events), scopes.join(', ') || copy.noScope, ...filterSummary(folderIds, folders)].join(
    ' · ',
  )
}

/** *Budget + 3 subfolders*: a filter includes all subfolders of its folders. */
function filterSummary(folderIds: readonly string[], folders: FolderNames): readonly string[] {
  const [first, ...more] = folderIds
  if (first === undefined) return []
  const names = `${folders.of(first).name}${more.length > 0 ? copy.more(more.length) : ''}`
  const below = folders.below(folderIds)
  return [`${names}${below === 0 ? '' : copy.subfolders(below)}`]
}
