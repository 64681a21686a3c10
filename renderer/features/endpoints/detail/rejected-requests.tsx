import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DoorClosed } from 'lucide-react'
import { refusalWords } from '#shared/deliveries/rejected-words.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { refusedRequests } from '../../deliveries/index.ts'
import css from './endpoint-detail.module.css'

/** What came to this endpoint's path and is not among its deliveries. Nothing where there is nothing. */
export function RejectedRequests({ id }: { readonly id: string }) {
  const { data = [] } = useQuery(refusedRequests(useApi()))
  const here = data.filter(({ endpointId }) => endpointId === id)
  if (here.length === 0) return null
  return (
    <div className={css.answers}>
      <ul className={css.items}>
        {here.map((one) => {
          const { short, what, advice } = refusalWords(one)
          return (
            <li key={one.reason}>
              {one.requests === 1 ? '1 request' : `${one.requests.toLocaleString()} requests`} not kept:{' '}
              {short}
              {one.status === null ? '' : `, answered ${one.status}`}, last <TimeText iso={one.lastAt} />
              <span className={css.meaning}>
                {what} {advice}
              </span>
            </li>
          )
        })}
      </ul>
      <Link to="/inspector" search={{ refused: true }} className={css.link}>
        <DoorClosed size={14} aria-hidden />
        All that was not kept
      </Link>
    </div>
  )
}
