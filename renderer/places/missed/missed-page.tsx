import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, RefreshCw, Webhook } from 'lucide-react'
import type { EndpointMissed, MissedStatus } from '#shared/missed/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { LoadingLine, Skeleton } from '#ui/feedback/loading.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { line } from '../../nouns/missed/copy.ts'
import css from '../../nouns/missed/missed.module.css'
import { MissedFacts } from '../../nouns/missed/missed-facts.tsx'
import { missedStatus } from '../../nouns/missed/queries.ts'
import { MissedPill } from '../../nouns/missed/state-pill.tsx'
import { useLook } from '../../nouns/missed/use-look.ts'
import { page as copy } from './copy.ts'
import { EndpointNotes, type MissedForm } from './endpoint-notes.tsx'
import { nameOf } from './name-of.ts'

/** Shows the events that receivers missed: an overview of all endpoints, or the notes of one with the reasons. */
export default function MissedPage({
  endpoint,
  gap,
  form,
  onCloseForm,
  onCreate,
}: {
  readonly endpoint?: string | undefined
  readonly gap?: string | undefined
  readonly form?: MissedForm | undefined
  readonly onCloseForm: (endpointId: string) => void
  readonly onCreate: () => void
}) {
  const api = useApi()
  const { data, error, refetch, isFetching } = useQuery(missedStatus(api))
  const look = useLook()
  const behind = data?.endpoints.filter((one) => one.behind > 0) ?? []
  const isOnly = form !== undefined && endpoint === undefined && behind.length === 1
  const found = isOnly ? behind[0] : data?.endpoints.find(({ endpointId }) => endpointId === endpoint)
  return (
    <>
      <Toolbar level={1} title={copy.title} subtitle={data ? <Subtitle of={data} /> : ' '}>
        <Button
          icon={<RefreshCw size={14} aria-hidden />}
          ref={look.button}
          pending={look.isLooking}
          onPress={look.begin}
        >
          {copy.look}
        </Button>
      </Toolbar>
      {look.isLooking ? <LoadingLine onStop={look.stop} /> : null}
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton label={copy.loading} lines={6} />
        )
      ) : found ? (
        <EndpointNotes
          key={found.endpointId}
          of={found}
          gap={gap}
          form={form}
          onCloseForm={() => onCloseForm(found.endpointId)}
          interrupted={data.interrupted.find(({ endpointId }) => endpointId === found.endpointId)}
        />
      ) : data.endpoints.length === 0 ? (
        <EmptyState
          icon={Webhook}
          title={copy.emptyTitle}
          action={
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={onCreate}>
              {copy.create}
            </Button>
          }
        >
          {copy.empty}
        </EmptyState>
      ) : (
        <AllEndpoints endpoints={data.endpoints} form={form} />
      )}
    </>
  )
}

function Subtitle({ of: { behind, asOf } }: { readonly of: MissedStatus }) {
  return (
    <>
      {copy.count(behind)} ·{' '}
      {asOf === null ? (
        copy.notIndexed
      ) : (
        <>
          {copy.asOf} <TimeText iso={asOf} />
        </>
      )}
    </>
  )
}

function AllEndpoints({
  endpoints,
  form,
}: {
  readonly endpoints: readonly EndpointMissed[]
  readonly form: MissedForm | undefined
}) {
  const sorted = endpoints.toSorted((a, b) => b.behind - a.behind || b.pending - a.pending)
  return (
    <div className={css.scroll}>
      <p className={css.about}>
        {form ? copy.chooseOne(endpoints.filter(({ behind }) => behind > 0).length) : copy.about}
      </p>
      <ul className={css.endpoints} aria-label={copy.all}>
        {sorted.map((one) => (
          <li key={one.endpointId} className={css.endpoint}>
            <Link
              to="/missed"
              search={{ endpoint: one.endpointId, form: one.behind > 0 ? form : undefined }}
              className={css.name}
            >
              <VisibleText text={nameOf(one)} />
            </Link>
            <span className={css.state}>
              <MissedPill of={one} />
            </span>
            <span className={css.facts}>
              <MissedFacts of={one} />
            </span>
            <span className={css.links}>
              {one.gaps.length > 0 ? (
                <Link
                  to="/missed"
                  search={{ endpoint: one.endpointId }}
                  className={css.link}
                  aria-label={`${line.show}: ${nameOf(one)}`}
                >
                  {line.show}
                </Link>
              ) : null}
              {one.behind > 0 ? (
                <Link
                  to="/missed"
                  search={{ endpoint: one.endpointId, form: 'catch-up' }}
                  className={css.link}
                  aria-label={`${line.catchUp}: ${nameOf(one)}`}
                >
                  {line.catchUp}
                </Link>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
