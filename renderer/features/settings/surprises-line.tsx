import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { Entry } from '#ui/layout/entry.tsx'
import { useApi } from '../../host/client.ts'
import { surpriseCount } from '../surprises/index.ts'
import { sessionStatus } from '../workspaces/index.ts'
import css from './section.module.css'

/** Leads to what the service of this workspace does otherwise than its specification shows. */
export function SurprisesLine() {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: count } = useQuery(surpriseCount(api))
  if (!session || session.state === 'welcome') return null
  return (
    <Entry
      name={
        <>Surprises {count && count.fresh > 0 ? <Badge tone="accent">{`${count.fresh} new`}</Badge> : null}</>
      }
      detail={countWords(count?.total)}
    >
      <Link to="/surprises" className={css.link}>
        Show the surprises
      </Link>
    </Entry>
  )
}

function countWords(total: number | undefined): string {
  if (total === undefined) return ' '
  if (total === 0) return 'The service has answered as its specification shows.'
  return `At ${total.toLocaleString()} place${total === 1 ? '' : 's'} the service does otherwise than its specification shows.`
}
