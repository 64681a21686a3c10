import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DoorClosed } from 'lucide-react'
import { rejectionWords } from '#shared/deliveries/rejected/rejected-words.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { rejectedRequests } from '../../deliveries/index.ts'
import { rejected as copy } from './copy.ts'
import css from './endpoint-detail.module.css'

/** Requests to this endpoint's path that were rejected. Empty if there are none. */
export function RejectedRequests({ id }: { readonly id: string }) {
  const { data = [] } = useQuery(rejectedRequests(useApi()))
  const here = data.filter(({ endpointId }) => endpointId === id)
  if (here.length === 0) return null
  return (
    <div className={css.answers}>
      <ul className={css.items}>
        {here.map((one) => {
          const { short, what, advice } = rejectionWords(one)
          return (
            <li key={one.reason}>
              {copy.notStored(one.requests)} {short}
              {copy.response(one.status)}
              {copy.last} <TimeText iso={one.lastAt} />
              <span className={css.meaning}>
                {what} {advice}
              </span>
            </li>
          )
        })}
      </ul>
      <Link to="/inspector" search={{ refused: true }} className={css.link}>
        <DoorClosed size={14} aria-hidden />
        {copy.showAll}
      </Link>
    </div>
  )
}
