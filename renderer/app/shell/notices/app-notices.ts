import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { largeStoreBytes } from '#shared/deliveries/limits.ts'
import type { NoticeContent } from '#ui/feedback/notice.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { appInfo } from '../../../frame/app-info.ts'
import { useApi } from '../../../host/client.ts'
import { useHostConnection } from '../../../host/host-connection.ts'
import { agentsStatus, stopAgents } from '../../../nouns/agents/queries.ts'
import { listenerStatus } from '../../../nouns/deliveries/queries.ts'
import { storageStatus } from '../../../nouns/deliveries/storage-queries.ts'
import { settings as settingsQuery } from '../../../places/settings/queries.ts'
import { copy } from '../copy.ts'
import { noticeWords } from './copy.ts'

/**
 * Returns the app's own notices, and the one about a lost host. `isStoreExplained` means that a notice explains why deliveries are
 * not stored.
 */
export function useAppNotices(): {
  readonly lost: NoticeContent | null
  readonly notices: readonly NoticeContent[]
  readonly isStoreExplained: boolean
} {
  const api = useApi()
  const { lost } = useHostConnection()
  const { data: info } = useQuery(appInfo(api))
  const { data: listener } = useQuery(listenerStatus(api))
  const [isDiskOutdated, setDiskOutdated] = useState(false)
  const largeStore = useLargeStore()
  const acting = useActingAgent()
  const retry = useMutation({
    meta: { failed: noticeWords.notice.notTriedAgain },
    mutationFn: () => api.call('app.try-again'),
  })
  // Once the listener reports a problem with the disk, its report replaces the one from startup.
  if (!isDiskOutdated && listener?.state === 'listening' && listener.degraded !== null) setDiskOutdated(true)
  const reported = info?.notices.filter(({ id }) => !(isDiskOutdated && id === 'disk-full')) ?? []
  return {
    lost:
      lost === null
        ? null
        : { key: 'lost', tone: lost === 'unreachable' ? 'danger' : 'warn', ...copy.lost[lost] },
    notices: [
      ...reported.map(
        ({ id, tone, title, message, place, action }): NoticeContent => ({
          key: `app ${id}`,
          tone: tone === 'warning' ? 'warn' : tone,
          title: title ?? message,
          text: title === undefined ? undefined : message,
          action: action
            ? { label: noticeWords.notice.tryAgain, run: () => retry.mutate(), pending: retry.isPending }
            : place === undefined
              ? undefined
              : {
                  label: noticeWords.notice.show,
                  run: () => {
                    location.hash = place
                  },
                },
          // A danger notice can't be dismissed, because its cause persists and is not shown anywhere else.
          ...(tone === 'danger' ? {} : { dismiss: 'hide' }),
        }),
      ),
      ...largeStore,
      ...acting,
    ],
    isStoreExplained: reported.some(({ id }) => id === 'store-trouble'),
  }
}

/** Suggests a storage limit once the store is large. Nothing is deleted unless the user sets a limit. */
function useLargeStore(): readonly NoticeContent[] {
  const api = useApi()
  const navigate = useNavigate()
  const { data: status } = useQuery(storageStatus(api))
  const { data: settings } = useQuery(settingsQuery(api))
  if (!status || !settings || status.usedBytes < largeStoreBytes) return []
  if (settings.keepDays > 0 || settings.keepMegabytes > 0) return []
  return [
    {
      key: 'large-store',
      tone: 'info',
      title: noticeWords.largeStore.text,
      action: {
        label: noticeWords.largeStore.link,
        run: () => void navigate({ to: '/settings/$section', params: { section: 'storage' } }),
      },
      dismiss: 'hide',
    },
  ]
}

/** Names the agent that has been changing something for more than a second, and offers to stop it. */
function useActingAgent(): readonly NoticeContent[] {
  const api = useApi()
  const { data: status } = useQuery(agentsStatus(api))
  const stop = useMutation(stopAgents(api))
  const caller = status?.calls.find(({ acts }) => acts)?.caller ?? null
  const lasting = useDebounced(caller, 1000)
  if (caller === null || lasting !== caller) return []
  return [
    {
      key: 'agent',
      tone: 'info',
      title: copy.status.agents.acting(caller),
      action: { label: copy.status.agents.stop, run: () => stop.mutate(), pending: stop.isPending },
    },
  ]
}
