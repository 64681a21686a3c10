import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { responseParts, responseWords } from '#shared/deliveries/responses/recorded-response.ts'
import type { NoticeContent } from '#ui/feedback/notice.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { shortName } from '#ui/text/short-name.ts'
import { useNow } from '#ui/text/time-text.tsx'
import { shortTime } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { listenerStatus, startListener } from '../../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { missedStatus } from '../../../nouns/missed/queries.ts'
import { useForwardsNothing } from '../../../nouns/receivers/forwarding.ts'
import { passThrough, receiverList, sendWaiting, setPassThrough } from '../../../nouns/receivers/queries.ts'
import { blockedWords } from '../../../nouns/receivers/receiver-state.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { passThroughBanner } from '../../../places/receivers/copy.ts'
import { copy } from '../copy.ts'
import { useSimulation } from '../use-simulation.ts'
import { noticeWords } from './copy.ts'

/**
 * Returns the reasons why deliveries fail, wait or get an unusual response. `isStoreExplained` means that another notice explains
 * why deliveries are not stored.
 */
export function useReceivingNotices(isStoreExplained: boolean, pathname: string): readonly NoticeContent[] {
  const isListed = pathname === '/attention'
  return [
    ...useListenerNotices(isStoreExplained, isListed),
    ...useWaitingNotices(isListed, pathname.startsWith('/receivers')),
    ...usePassThroughNotices(),
    ...useSimulationNotices(),
  ]
}

/** Milliseconds before the notice is shown. A restart of the listener, for example on another port, takes less than a second. */
const restartMs = 3_000

function useListenerNotices(isStoreExplained: boolean, isListed: boolean): readonly NoticeContent[] {
  const api = useApi()
  const { data: listener } = useQuery(listenerStatus(api))
  const start = useMutation(startListener(api, useQueryClient()))
  const isStopped = listener?.state === 'stopped'
  const hasStopped = useDebounced(isStopped, restartMs)
  const here = useEndpointNames().list.filter(({ receivedHere, enabled }) => receivedHere && enabled)
  const words = noticeWords.listener
  const startAction = (label: string) => ({ label, run: () => start.mutate(), pending: start.isPending })
  switch (listener?.state) {
    case 'failed': {
      const { code, port, message } = listener
      const title = code === 'port-busy' ? words.portBusy(port) : words.failed
      return [
        { key: 'listener-failed', tone: 'danger', title, text: message, action: startAction(words.retry) },
      ]
    }
    case 'stopped':
      // A stopped listener needs a notice only if endpoints deliver to it. Otherwise, the status footer is enough.
      if (!hasStopped || here.length === 0 || isListed) return []
      return [
        {
          key: 'listener-stopped',
          tone: 'warn',
          title: words.stopped,
          text: words.cannotDeliver(here.length),
          action: startAction(copy.status.listener.start),
          dismiss: 'hide',
        },
      ]
    case 'listening':
      if (listener.degraded !== null)
        return isStoreExplained
          ? []
          : [{ key: 'degraded', tone: 'danger', title: words.notStoring, text: listener.degraded }]
      return listener.clock === null
        ? []
        : [{ key: 'clock', tone: 'warn', title: words.clock, text: listener.clock, dismiss: 'hide' }]
    default:
      return []
  }
}

/** Returns notices about waiting deliveries, except on the receivers page, which lists these deliveries itself. */
function useWaitingNotices(isListed: boolean, isOfReceivers: boolean): readonly NoticeContent[] {
  const api = useApi()
  const navigate = useNavigate()
  const now = useNow(0)
  const { data: receivers = [] } = useQuery(receiverList(api))
  const { data: missed } = useQuery(missedStatus(api))
  const forwardsNothing = useForwardsNothing()
  const send = useMutation(sendWaiting(api))
  if (isOfReceivers) return []
  const warned = (missed?.warnings ?? []).filter(({ kind }) => kind === 'receiver-waiting')
  return receivers
    .filter(
      ({ id, live, status }) =>
        live && status.waiting.count > 0 && !(isListed && warned.some(({ about }) => about === id)),
    )
    .map((receiver): NoticeContent => {
      const { id, name, status, autoSend } = receiver
      const { count, since, isSending } = status.waiting
      const words = noticeWords.waiting
      const text = words.text(count, since === null ? null : shortTime(Date.parse(since), now))
      const blocked = blockedWords(receiver, forwardsNothing(receiver))
      const isManual = status.health.state === 'up' && blocked === null && !autoSend && !isSending
      return {
        key: `waiting ${id}`,
        tone: 'warn',
        title: (status.health.state === 'down' ? words.down : words.waiting)(shortName(name)),
        text: [text, blocked ?? (isManual ? words.notAutomatic : null)]
          .filter((part) => part !== null)
          .join('. '),
        action: isManual
          ? { label: words.send(count), run: () => send.mutate({ id }), pending: send.isPending }
          : {
              label: words.show,
              run: () => void navigate({ to: '/receivers', search: { receiver: id, tab: 'waiting' } }),
            },
        dismiss: 'hide',
      }
    })
}

/**
 * Returns a notice for each receiver whose own responses are passed on to the service, because a bug in the receiver can then
 * make deliveries fail permanently.
 */
function usePassThroughNotices(): readonly NoticeContent[] {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data } = useQuery(passThrough(api))
  const { data: receivers } = useQuery(receiverList(api))
  const names = useEndpointNames()
  const off = useMutation(setPassThrough(api, useQueryClient()))
  const on = data?.passThrough
  if (!on || !session) return []
  const isHere = session.state !== 'welcome' && session.workspace.id === on.workspaceId
  const words = passThroughBanner
  const name = receivers?.find(({ id }) => id === on.receiverId)?.name ?? words.unknownReceiver
  return [
    {
      key: `pass-through ${on.receiverId}`,
      tone: 'warn',
      title: words.bannerTitle,
      text: isHere ? words.banner(shortName(name), shortName(names.of(on.endpointId))) : words.bannerOther,
      action: { label: words.turnOff, run: () => off.mutate(null), pending: off.isPending },
      dismiss: 'hide',
    },
  ]
}

/** Returns notices while the open workspace simulates responses, because a forgotten simulation loses deliveries. */
function useSimulationNotices(): readonly NoticeContent[] {
  const names = useEndpointNames()
  const { simulated, stop, isStopping } = useSimulation()
  const [first, ...others] = simulated
  if (!first) return []
  const nameOf = (id: string) => shortName(names.isListed(id) ? names.of(id) : id)
  const [status, ...limits] = responseParts(first.rule)
  const words = copy.simulated
  return [
    {
      key: `simulated ${JSON.stringify(simulated.map(({ endpointId, rule }) => [endpointId, rule]))}`,
      tone: 'info',
      title:
        others.length === 0
          ? words.title(status, nameOf(first.endpointId))
          : words.severalTitle(simulated.length),
      text:
        others.length === 0
          ? limits.join(', ')
          : simulated
              .map(({ endpointId, rule }) => `${nameOf(endpointId)} ${responseWords(rule)}`)
              .join(' · '),
      action: { label: words.stop, run: () => void stop(), pending: isStopping },
      dismiss: 'hide',
    },
  ]
}
