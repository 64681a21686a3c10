import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { NoticeContent } from '#ui/feedback/notice.tsx'
import { shortName } from '#ui/text/short-name.ts'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import {
  disabledEndpoints,
  dismissDisabledEndpoints,
  endpointList,
} from '../../../nouns/endpoints/queries.ts'
import { switchEndpoint } from '../../../nouns/endpoints/switch-endpoint.ts'
import { useEndSandboxOutage } from '../../../nouns/sandbox/queries.ts'
import { workspaceList } from '../../../nouns/workspaces/queries.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { noticeWords } from './copy.ts'

/**
 * Returns a notice for each workspace whose endpoints were disabled outside Notehook (specification, section 3), until the notice
 * is dismissed or the endpoints are enabled again or deleted. *Needs attention* lists these endpoints and has no such notice.
 */
export function useEndpointNotices(pathname: string): readonly NoticeContent[] {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const names = useEndpointNames()
  const { data: disabled = [] } = useQuery(disabledEndpoints())
  const { data: workspaces = [] } = useQuery(workspaceList(api))
  const { data: listed } = useQuery(endpointList(api))
  const enable = useMutation(switchEndpoint(api, cache))
  const endOutage = useEndSandboxOutage()
  const isSandbox = useIsSandbox()
  const words = noticeWords.disabledEndpoints
  return disabled.flatMap((event): readonly NoticeContent[] => {
    const workspace = workspaces.find(({ id }) => id === event.workspace.id)
    if (!workspace || pathname === '/attention') return []
    // Leaves out an endpoint that was enabled or deleted since, or that the user has disabled here.
    const isOutdated = (id: string) => {
      if (!workspace.isOpen || !listed) return false
      const endpoint = listed.find((one) => one.id === id)
      return !endpoint || endpoint.enabled || endpoint.disabledState?.by === 'here'
    }
    const endpoints = event.endpoints.filter(({ id }) => !isOutdated(id))
    const [first, ...others] = endpoints
    if (!first) return []
    const nameOf = ({ id, url, label }: typeof first) =>
      workspace.isOpen ? names.of(id, url) : (label ?? names.of(id, url))
    const list = endpoints.map((one) => shortName(nameOf(one))).join(', ')
    const notice = {
      key: `disabled ${workspace.id}`,
      tone: 'danger' as const,
      dismiss: () => dismissDisabledEndpoints(cache, workspace.id),
    }
    if (!workspace.isOpen)
      return [
        {
          ...notice,
          title: words.inOther(shortName(workspace.label || workspace.baseUrl), endpoints.length),
          text: `${list}. ${words.consequence}`,
          action: {
            label: words.openWorkspace,
            run: () => void navigate({ to: '/attention', search: { workspace: workspace.id } }),
          },
        },
      ]
    if (others.length > 0)
      return [
        {
          ...notice,
          title: words.several(endpoints.length),
          text: `${list}. ${words.consequence}`,
          action: { label: noticeWords.notice.show, run: () => void navigate({ to: '/attention' }) },
        },
      ]
    return [
      {
        ...notice,
        title: words.disabled(shortName(nameOf(first)), first.by === 'service', isSandbox),
        text: endOutage ? words.outage : words.consequence,
        action: endOutage
          ? { label: words.endOutage, run: endOutage }
          : {
              label: words.enable,
              run: () => enable.mutate({ id: first.id, changes: { enabled: true } }),
              pending: enable.isPending,
            },
      },
    ]
  })
}
