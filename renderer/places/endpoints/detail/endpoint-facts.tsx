import { eventTypeMeanings, eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { scopeMeanings, scopes } from '#shared/endpoints/scopes.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { hasAllEvents } from '../endpoint-state.ts'
import { facts as copy } from './copy.ts'
import css from './endpoint-detail.module.css'

/** Shows the fields of the specification's *Webhook endpoint* (section 2) except its URL, and data that only this machine has. */
export function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, createdBy, createdAt, lastDeliveryAt } = endpoint
  return (
    <div className={css.view}>
      <KeyValue>
        <Fact name={copy.events}>
          <Events events={endpoint.events} />
        </Fact>
        <Fact name={copy.scopes}>
          <Known values={endpoint.scopes} listed={scopes} meanings={scopeMeanings} none={copy.noScope} />
        </Fact>
        <Fact name={copy.folders}>
          <Folders ids={endpoint.folderIds} />
        </Fact>
        <Fact name={copy.lastVerified}>
          {lastDeliveryAt === null ? copy.neverVerified : <TimeText iso={lastDeliveryAt} show="short" />}
        </Fact>
        <Fact
          name={copy.createdBy}
          action={createdBy?.email ? <CopyButton text={createdBy.email} label={copy.copyCreator} /> : null}
        >
          {createdBy === null ? (
            <span className={css.warn}>{copy.accountDeleted}</span>
          ) : (
            <VisibleText
              text={[createdBy.name, createdBy.email].filter(Boolean).join(', ') || copy.unknownCreator}
            />
          )}
        </Fact>
        <Fact name={copy.created}>
          <TimeText iso={createdAt} show="short" />
        </Fact>
        <Fact name={copy.id} action={<CopyButton text={id} label={copy.copyId} />}>
          <code>{id}</code>
        </Fact>
      </KeyValue>
    </div>
  )
}

function Events({ events }: { readonly events: readonly string[] }) {
  if (!hasAllEvents(events)) {
    return <Known values={events} listed={eventTypes} meanings={eventTypeMeanings} none="" />
  }
  const others = events.filter((type) => !eventTypes.some((listed) => listed === type))
  return (
    <>
      {copy.allEvents}
      {others.length > 0 ? <Known values={others} listed={eventTypes} meanings={{}} none="" /> : null}
    </>
  )
}

/** Shows listed values with their meaning. Any other value is marked as unlisted. */
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
            <Badge tone="warn">{copy.unlisted}</Badge>
          )}
        </span>
      ))}
    </span>
  )
}

function Folders({ ids }: { readonly ids: readonly string[] }) {
  const folders = useFolderNames()
  if (ids.length === 0) return copy.noFilter
  return (
    <span className={css.items}>
      {ids.map((id) => (
        <span key={id}>
          <VisibleText text={folders.of(id).path} />
        </span>
      ))}
      <span className={css.meaning}>{copy.subfolders}</span>
    </span>
  )
}
