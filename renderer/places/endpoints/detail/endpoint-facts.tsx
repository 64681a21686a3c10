import { eventTypeMeanings, eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { FourDayClock as Clock, Endpoint } from '#shared/endpoints/model.ts'
import { scopeMeanings, scopes } from '#shared/endpoints/scopes.ts'
import { LinkButton } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Badge } from '#ui/status/status-pill.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { eventSummary, hasAllEvents } from '../endpoint-state.ts'
import { clock as clockCopy, facts as copy, detail, requests } from './copy.ts'
import css from './endpoint-detail.module.css'

/** Shows an endpoint's fields (specification, section 2) except its URL, followed by data that exists only on this computer. */
export function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, createdBy, createdAt, lastDeliveryAt, receivedHere } = endpoint
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
          {lastDeliveryAt !== null ? (
            <TimeText iso={lastDeliveryAt} show="short" />
          ) : receivedHere ? (
            copy.neverVerified
          ) : (
            copy.neverHere
          )}
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

/** Summarizes an endpoint's configuration. */
export function Configuration({
  endpoint: { id, events, scopes, folderIds, createdAt, createdBy },
  heading: Heading,
  onEdit,
}: {
  readonly endpoint: Endpoint
  readonly heading: 'h2' | 'h3'
  readonly onEdit: () => void
}) {
  const folders = useFolderNames()
  const paths = folderIds.map((folder) => folders.of(folder).path)
  return (
    <section aria-label={detail.configuration}>
      <div className={css.sectionHead}>
        <Heading className={textCss.title}>{detail.configuration}</Heading>
        <LinkButton onPress={onEdit}>{detail.edit}</LinkButton>
      </div>
      <KeyValue>
        <Fact name={copy.events}>
          <VisibleText text={eventSummary(events)} />
        </Fact>
        <Fact name={copy.scopes}>
          <VisibleText text={scopes.join(', ') || copy.noScope} />
        </Fact>
        <Fact name={copy.folders}>
          <VisibleText text={paths.join(', ') || copy.noFilter} />
        </Fact>
        <Fact name={copy.created}>
          <TimeText iso={createdAt} show="short" />{' '}
          {createdBy?.name ? (
            <span className={css.by}>
              {copy.by} <VisibleText text={createdBy.name} />
            </span>
          ) : null}
        </Fact>
        <Fact name={copy.shortId} action={<CopyButton text={id} label={copy.copyId} />}>
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
      {copy.allEvents}
      {others.length > 0 ? <Known values={others} listed={eventTypes} meanings={{}} none="" /> : null}
    </>
  )
}

/** Shows values with their meaning. A value that is not in the specification is marked. */
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

/** Shows the failures of a disabled endpoint. The service no longer counts them. */
export function FailedUntilDisabled({ clock: { failingSince, failures } }: { readonly clock: Clock }) {
  if (failingSince === null) return null
  return (
    <p className={textCss.note}>
      <Failed requests={failures} since={failingSince} />
      {clockCopy.untilDisabled}
    </p>
  )
}

function Failed({ requests: count, since }: { readonly requests: number; readonly since: string }) {
  return (
    <>
      {requests(count)} {clockCopy.failedSince[useIsSandbox() ? 'sandbox' : 'service']}{' '}
      <TimeText iso={since} show="short" />
    </>
  )
}

/**
 * Warns that the service disables an endpoint after four days without a success (specification, section 3). The time is an
 * estimate from the deliveries that this computer answered.
 */
export function FailingBanner({ clock }: { readonly clock: Clock }) {
  const { lastSuccessAt, failingSince, failures, disablesAt } = clock
  if (failingSince === null || disablesAt === null) return null
  const startedAt = Date.parse(lastSuccessAt ?? failingSince)
  const durationMs = Date.parse(disablesAt) - startedAt
  const elapsed = Math.min(1, Math.max(0, (Date.now() - startedAt) / durationMs))
  return (
    <Banner tone={elapsed > 0.5 ? 'danger' : 'warn'} title={clockCopy.title}>
      <div className={stackCss.s2}>
        <p>
          <Failed requests={failures} since={failingSince} />
          {clockCopy.disablesAt}{' '}
          <b>
            <TimeText iso={disablesAt} show="short" isDue />
          </b>
          {clockCopy.orSooner}
        </p>
        <Progress label={clockCopy.progress} value={Math.round(elapsed * 100)} />
      </div>
    </Banner>
  )
}
