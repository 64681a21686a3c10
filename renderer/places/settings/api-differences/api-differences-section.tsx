import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Client } from '#shared/rpc/client.ts'
import type { ApiDifference } from '#shared/workspaces/api-difference.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../../frame/app-info.ts'
import { callMutation } from '../../../host/calls.ts'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { copy } from '../copy.ts'
import sectionCss from '../section.module.css'
import { Section } from '../section.tsx'
import css from './api-differences-section.module.css'

/** Maximum number of differences shown here. The report contains all of them. */
const mostShown = 20

export function ApiDifferencesSection() {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session || session.state === 'welcome') return null
  return (
    <Section title={copy.differences.title} description={copy.differences.description}>
      <Differences />
    </Section>
  )
}

function Differences() {
  const list = useQuery(apiDifferences(useApi()))
  if (list.data) {
    return list.data.length === 0 ? <p>{copy.differences.none}</p> : <Recorded differences={list.data} />
  }
  return <QueryPlaceholder query={list} label={copy.differences.loading} lines={3} />
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
            <th scope="col">{copy.differences.columns.difference}</th>
            <th scope="col">{copy.differences.columns.where}</th>
            <th scope="col" className={css.count}>
              {copy.differences.columns.count}
            </th>
            <th scope="col">{copy.differences.columns.lastSeen}</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, mostShown).map(({ id, kind, where, samples, times, lastSeenAt }) => (
            <tr key={id}>
              <td>
                {copy.differences.kinds[kind]}
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
                <TimeText iso={lastSeenAt} show="table" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p>{copy.differences.more(more)}</p> : null}
      {clear.isError ? <ErrorBanner error={clear.error} /> : null}
      <div className={stackCss.wrap}>
        <CopyButton text={reportOf(info?.version ?? '', differences)} label={copy.differences.copyReport}>
          {copy.differences.copyReport}
        </CopyButton>
        <Button icon={<Trash2 size={14} aria-hidden />} onPress={() => setClearing(true)}>
          {copy.differences.clear}
        </Button>
      </div>
      <ConfirmDialog
        title={copy.differences.clearQuestion}
        isOpen={clearing}
        onClose={() => setClearing(false)}
        confirmLabel={copy.differences.clearConfirm}
        onConfirm={() => clear.mutate()}
        pending={clear.isPending}
      >
        <p>{copy.differences.clearText}</p>
      </ConfirmDialog>
    </>
  )
}

/** Builds a plain-text report for the service's operators. It contains no part of a note or a key. */
function reportOf(version: string, differences: readonly ApiDifference[]): string {
  return [`API differences recorded by Notehook ${version}`, ...differences.map(partOf)].join('\n\n')
}

function partOf({ kind, where, samples, times, firstSeenAt, lastSeenAt, ...rest }: ApiDifference): string {
  return [
    `${copy.differences.kinds[kind]}: ${where}`,
    `  Found: ${samples.join(', ')}`,
    `  Count: ${times}, first seen ${firstSeenAt}, last seen ${lastSeenAt}`,
    `  Expected (specification, section ${rest.section}): ${rest.expected}`,
    `  Handled: ${rest.handled}`,
  ].join('\n')
}

/** The open workspace's API differences. An event invalidates this query. */
function apiDifferences(api: Client) {
  return queryOptions({
    queryKey: keys.apiDifferences,
    queryFn: () => api.call('workspaces.api-differences'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
}

const clearApiDifferences = (api: Client) =>
  callMutation('Couldn’t clear the API differences.', () => api.call('workspaces.clear-api-differences'))
