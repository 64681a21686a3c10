import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ApiDifference } from '#shared/workspaces/api-difference.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { sessionStatus } from '../workspaces/index.ts'
import { apiDifferences, clearApiDifferences } from './api-difference-queries.ts'
import { kindNames, reportOf } from './api-differences-report.ts'
import css from './api-differences-section.module.css'
import sectionCss from './section.module.css'
import { Section } from './section.tsx'

/** The rest is in the report. */
const mostShown = 20

/** What the service of the open workspace does otherwise than its specification shows. */
export function ApiDifferencesSection() {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session || session.state === 'welcome') return null
  return (
    <Section
      title="API differences"
      description="Where the service answers otherwise than its specification shows. Names, types and short values are recorded, on this computer only; never the content of a note or a key."
    >
      <Differences />
    </Section>
  )
}

function Differences() {
  const list = useQuery(apiDifferences(useApi()))
  if (list.data) {
    return list.data.length === 0 ? (
      <p>No differences found. The service answers as its specification shows.</p>
    ) : (
      <Recorded differences={list.data} />
    )
  }
  if (!list.isError) return <Skeleton label="Loading API differences" lines={3} />
  return <ErrorBanner error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
}

function Recorded({ differences }: { readonly differences: readonly ApiDifference[] }) {
  const api = useApi()
  const { data: info } = useQuery(appInfo(api))
  const [clearing, setClearing] = useState(false)
  const clear = useMutation({ ...clearApiDifferences(api), onSettled: () => setClearing(false) })
  const more = differences.length - mostShown
  return (
    <>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Difference</th>
            <th scope="col">Where</th>
            <th scope="col" className={css.count}>
              Count
            </th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, mostShown).map(({ id, kind, where, samples, times, lastSeenAt }) => (
            <tr key={id}>
              <td>
                {kindNames[kind]}
                <div className={sectionCss.detail}>
                  <VisibleText text={samples.join(', ')} />
                </div>
              </td>
              <td>
                <code>
                  <VisibleText text={where} />
                </code>
              </td>
              <td className={css.count}>{times.toLocaleString()}</td>
              <td>
                <TimeText iso={lastSeenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p>{`${more.toLocaleString()} more in the report.`}</p> : null}
      {clear.isError ? <ErrorBanner error={clear.error} /> : null}
      <div className={sectionCss.actions}>
        <CopyButton text={reportOf(info?.version ?? '', differences)} label="Copy report">
          Copy report
        </CopyButton>
        <Button icon={<Trash2 size={14} aria-hidden />} onPress={() => setClearing(true)}>
          Clear…
        </Button>
      </div>
      <ConfirmDialog
        title="Clear API differences?"
        isOpen={clearing}
        onClose={() => setClearing(false)}
        confirmLabel="Clear"
        onConfirm={() => clear.mutate()}
        pending={clear.isPending}
      >
        <p>Deletes what was recorded for this workspace. New differences are still recorded.</p>
      </ConfirmDialog>
    </>
  )
}
