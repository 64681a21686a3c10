import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { LeftEndpoint } from '#shared/listening/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { Handover } from './handover.tsx'
import css from './listening.module.css'
import { cleanLeft, leftEndpoints } from './queries.ts'

/** Temporary endpoints of this workspace that an earlier run did not delete. Nothing happens to them until the user decides. */
export function LeftEndpoints() {
  const { data: all = [] } = useQuery(leftEndpoints(useApi()))
  const data = all.filter(({ isOpen }) => isOpen)
  if (data.length === 0) return null
  const title =
    data.length === 1
      ? 'A temporary endpoint was left behind.'
      : `${data.length.toLocaleString()} temporary endpoints were left behind.`
  return (
    <Banner edge tone="warn" title={title}>
      <div className={css.wide}>
        {data.length === 1
          ? 'The app ended before it could delete it; the service still sends to it.'
          : 'The app ended before it could delete them; the service still sends to them.'}
      </div>
      <ul className={css.left}>
        {data.map((left) => (
          <Left key={left.id} left={left} />
        ))}
      </ul>
    </Banner>
  )
}

function Left({ left }: { readonly left: LeftEndpoint }) {
  const api = useApi()
  const clean = useSubmission(cleanLeft(api, useQueryClient()))
  return (
    <li className={css.leftOne}>
      <Handover>
        <span className={css.url}>
          <VisibleText text={left.url} />
        </span>
        <span>
          made <TimeText iso={left.createdAt} />
        </span>
        <Button
          size="small"
          icon={<Trash2 size={13} aria-hidden />}
          pending={clean.isPending && clean.variables.action === 'delete'}
          onPress={() => clean.mutate({ id: left.id, action: 'delete' })}
        >
          Delete it
        </Button>
        <Button
          size="small"
          variant="quiet"
          pending={clean.isPending && clean.variables.action === 'keep'}
          onPress={() => clean.mutate({ id: left.id, action: 'keep' })}
        >
          Keep it
        </Button>
      </Handover>
      {clean.isError ? <ErrorBanner error={clean.error} /> : null}
    </li>
  )
}
