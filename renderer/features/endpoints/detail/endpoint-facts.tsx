import { eventTypeMeanings, eventTypes } from '#shared/deliveries/event-types.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { scopeMeanings, scopes } from '#shared/endpoints/scopes.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { hasAllEvents } from '../endpoint-state.ts'
import { useFolderNames } from '../folder-names.ts'
import css from './endpoint-detail.module.css'

/** Every field of the specification's *Webhook endpoint* (section 2), and what this machine knows besides. */
export function EndpointFacts({
  endpoint,
  heading: Heading,
}: {
  readonly endpoint: Endpoint
  readonly heading: 'h2' | 'h3'
}) {
  const { id, url, urlRedacted, createdBy, createdAt, lastDeliveryAt } = endpoint
  return (
    <section className={css.section} aria-labelledby="endpoint-facts">
      <Heading id="endpoint-facts" className={css.sectionTitle}>
        Details
      </Heading>
      <KeyValue>
        <Fact name="URL" action={urlRedacted ? null : <CopyButton text={url} label="Copy the URL" />}>
          <code>
            <VisibleText text={url} />
          </code>
          {urlRedacted ? (
            <span className={css.meaning}>
              The service hides a part of it. It is shown as it came and cannot be copied.
            </span>
          ) : null}
        </Fact>
        <Fact name="Events">
          <Events events={endpoint.events} />
        </Fact>
        <Fact name="Scopes">
          <Known values={endpoint.scopes} listed={scopes} meanings={scopeMeanings} none="No scope" />
        </Fact>
        <Fact name="Folders">
          <Folders ids={endpoint.folderIds} />
        </Fact>
        <Fact name="Last verified here">
          {lastDeliveryAt === null ? (
            'No delivery has verified here yet'
          ) : (
            <TimeText iso={lastDeliveryAt} show="exact" />
          )}
        </Fact>
        <Fact
          name="Created by"
          action={
            createdBy?.email ? <CopyButton text={createdBy.email} label="Copy the creator’s address" /> : null
          }
        >
          {createdBy === null ? (
            <span className={css.warn}>Account deleted: the failure mail goes to the workspace admins</span>
          ) : (
            <VisibleText text={[createdBy.name, createdBy.email].filter(Boolean).join(', ') || 'unknown'} />
          )}
        </Fact>
        <Fact name="Created">
          <TimeText iso={createdAt} show="exact" />
        </Fact>
        <Fact name="Endpoint id" action={<CopyButton text={id} label="Copy the endpoint id" />}>
          <code>{id}</code>
        </Fact>
      </KeyValue>
    </section>
  )
}

function Events({ events }: { readonly events: readonly string[] }) {
  if (!hasAllEvents(events)) {
    return <Known values={events} listed={eventTypes} meanings={eventTypeMeanings} none="" />
  }
  const others = events.filter((type) => !eventTypes.some((listed) => listed === type))
  return (
    <>
      All events
      {others.length > 0 ? <Known values={others} listed={eventTypes} meanings={{}} none="" /> : null}
    </>
  )
}

/** Values of the specification with their meaning; any other is shown as it is, with a mark. */
function Known({
  values,
  listed,
  meanings,
  none,
}: {
  readonly values: readonly string[]
  readonly listed: readonly string[]
  readonly meanings: Readonly<Record<string, string>>
  readonly none: string
}) {
  if (values.length === 0) return none
  return (
    <span className={css.items}>
      {values.map((value) => (
        <span key={value}>
          <code>
            <VisibleText text={value} />
          </code>{' '}
          {listed.includes(value) ? (
            <span className={css.meaning}>{meanings[value]}</span>
          ) : (
            <Badge tone="warn">not in the specification</Badge>
          )}
        </span>
      ))}
    </span>
  )
}

function Folders({ ids }: { readonly ids: readonly string[] }) {
  const folders = useFolderNames()
  if (ids.length === 0) return 'No filter: every note its scopes match'
  return (
    <span className={css.items}>
      {ids.map((id) => (
        <span key={id}>
          <VisibleText text={folders.of(id).path} />
        </span>
      ))}
      <span className={css.meaning}>and their subfolders</span>
    </span>
  )
}
