import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../host/client.ts'
import { line } from './copy.ts'
import css from './missed.module.css'
import { MissedFacts } from './missed-facts.tsx'
import { missedStatus } from './queries.ts'
import { MissedPill } from './state-pill.tsx'

/** Shows how far the receiver of an endpoint is behind, in one line with a link to its notes. */
export function BehindLine({ endpointId }: { readonly endpointId: string }) {
  const { data } = useQuery(missedStatus(useApi()))
  const found = data?.endpoints.find((one) => one.endpointId === endpointId)
  // Reserves its height while loading, so that nothing moves.
  return (
    <div className={css.line}>
      {found ? (
        <>
          <MissedPill of={found} />
          <span className={css.facts}>
            <MissedFacts of={found} />
          </span>
          {found.behind + found.pending + found.unknown > 0 ? (
            <Link to="/missed" search={{ endpoint: endpointId }} className={css.link}>
              {line.show}
            </Link>
          ) : null}
          {found.behind > 0 ? (
            <Link to="/missed" search={{ endpoint: endpointId, form: 'catch-up' }} className={css.link}>
              {line.catchUp}
            </Link>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
