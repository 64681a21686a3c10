import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  ArrowRightLeft,
  BellOff,
  BellRing,
  Check,
  FileDown,
  Inbox,
  ListRestart,
  PlugZap,
  Radio,
  Send,
  Server,
  Trash2,
  Webhook,
  ZapOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import { assertNever } from '#shared/errors.ts'
import type { EarlyWarning, EndpointMissed } from '#shared/missed/model.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { useNow } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { usePerform } from '../../host/use-perform.ts'
import type { RowAction, RowContent } from '../../nouns/attention/attention-row.tsx'
import type { AttentionItem } from '../../nouns/attention/queries.ts'
import { useUnfinishedRow } from '../../nouns/attention/unfinished-row.tsx'
import { receiverFailedView } from '../../nouns/deliveries/filter/fixed-views.ts'
import { startListener, timeline, totalOf } from '../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { dismissReplacement } from '../../nouns/endpoints/replacement/queries.ts'
import { switchEndpoint } from '../../nouns/endpoints/switch-endpoint.ts'
import { resolveLeftoverEndpoint } from '../../nouns/listening/queries.ts'
import { missedOutages, missedStatus, setMuted } from '../../nouns/missed/queries.ts'
import { useForwardsNothing } from '../../nouns/receivers/forwarding.ts'
import { continueReplay, dismissReplay, receiverList, setLive } from '../../nouns/receivers/queries.ts'
import { blockedWords, sendResult } from '../../nouns/receivers/receiver-state.ts'
import { useReceiverTest } from '../../nouns/receivers/use-receiver-test.ts'
import { useEndSandboxOutage } from '../../nouns/sandbox/queries.ts'
import { tunnelStatus } from '../../nouns/tunnel/queries.ts'
import { openWorkspace } from '../../nouns/workspaces/queries.ts'
import { useIsSandbox } from '../../nouns/workspaces/session-queries.ts'
import { affected, actions as copy, type groups, rows as words } from './copy.ts'

export type GroupId = keyof typeof groups

export interface Row extends RowContent {
  readonly key: string
  readonly group: GroupId
}

export function useAttentionRows(onUpdate: (endpoints: readonly StaleAddress[]) => void) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const perform = usePerform()
  const names = useEndpointNames()
  const testReceiver = useReceiverTest()
  const forwardsNothing = useForwardsNothing()
  const endOutage = useEndSandboxOutage()
  const isSandbox = useIsSandbox()
  const now = useNow(0)
  const { data: missed } = useQuery(missedStatus(api))
  const { data: receivers = [] } = useQuery(receiverList(api))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const openEndpoint = (endpoint: string) => void navigate({ to: '/endpoints', search: { endpoint } })
  const unfinished = useUnfinishedRow(({ id }) => openEndpoint(id), openEndpoint)

  const action = (
    id: string,
    label: string,
    icon: RowAction['icon'],
    run: RowAction['run'],
    keys?: string,
  ): RowAction => ({ id: `attention.${id}`, label, icon, run, keys })
  const toEndpoint = (id: string) =>
    action('endpoint', copy.showEndpoint, Webhook, () => openEndpoint(id), 'O')
  const toReceiver = (receiver: string) =>
    action(
      'receiver',
      copy.showReceiver,
      Server,
      () => void navigate({ to: '/receivers', search: { receiver } }),
      'O',
    )
  const toMissed = (endpoint: string, keys?: string) =>
    action(
      'missed',
      copy.showMissed,
      ZapOff,
      () => void navigate({ to: '/missed', search: { endpoint } }),
      keys,
    )
  const catchUp = (endpoint: string) =>
    action(
      'catch-up',
      copy.catchUp,
      ListRestart,
      () => void navigate({ to: '/missed', search: { endpoint, form: 'catch-up' } }),
    )
  const mute = (endpointId: string) =>
    action('mute', copy.mute, BellOff, () => perform(setMuted(api, cache), { endpointId, muted: true }), 'M')
  const toDeliveries = (label: string, endpointId: string, filter = '') =>
    action(
      'deliveries',
      label,
      Inbox,
      () => void navigate({ to: '/inspector', search: { q: `endpoint:${endpointId}${filter}` } }),
    )
  const missedOf = (endpointId: string | null) =>
    missed?.endpoints.find((one) => one.endpointId === endpointId)
  const missedLink = (of: EndpointMissed | undefined) =>
    of && of.behind > 0 ? (
      <Link to="/missed" search={{ endpoint: of.endpointId }}>
        {affected.missed(of.behind)}
      </Link>
    ) : null
  const endpointsLink = (of: readonly unknown[]) => (
    <Link to="/endpoints">{affected.endpoints(of.length)}</Link>
  )
  const waitingLink = (receiver: string, count: number) => (
    <Link to="/receivers" search={{ receiver, tab: 'waiting' }}>
      {affected.waiting(count)}
    </Link>
  )
  const stop = ({ id, live }: Receiver) =>
    live
      ? [action('stop', copy.stopForwarding, Radio, () => perform(setLive(api, cache), { id, live: false }))]
      : []
  const namesOf = (of: readonly Pick<Endpoint, 'id' | 'url'>[]) => of.map(({ id, url }) => names.of(id, url))

  const warning = ({ kind, about, name, since, count, sandboxTime }: EarlyWarning): RowContent => {
    const receiver = receivers.find(({ id }) => id === about)
    const ofReceiver = [
      receiver ? [action('test', copy.test, PlugZap, () => testReceiver(about)), ...stop(receiver)] : [],
    ]
    if (kind === 'receiver-failing') {
      const lastSend = receiver?.status.lastSend ?? null
      return {
        ...words.receiverFailing(count, lastSend && sendResult(lastSend).word),
        ...{ tone: 'warn', subject: name, since, primary: toReceiver(about), others: ofReceiver },
        affected: (
          <Link to="/inspector" search={{ q: receiverFailedView.q }}>
            {affected.sends}
          </Link>
        ),
      }
    }
    if (kind === 'receiver-waiting') {
      const blocked = receiver ? blockedWords(receiver, forwardsNothing(receiver)) : null
      const isDown = receiver?.status.health.state === 'down'
      return {
        ...(blocked === null
          ? isDown
            ? words.down(receiver.status.health.problem, receiver.live)
            : words.waiting
          : words.blocked(blocked)),
        ...{ tone: 'warn', subject: name, since, primary: toReceiver(about) },
        affected: waitingLink(about, count),
        others: ofReceiver,
      }
    }
    const endpoint = names.list.find(({ id }) => id === about)
    // Includes deliveries that are retried, unlike *status:failed*.
    const failed = ' status:>=300'
    const isFailing = kind === 'failing-day' || kind === 'failing-three-days'
    return {
      ...(isFailing
        ? words.failing(
            { kind, sandboxTime, forMs: now - Date.parse(since ?? '') },
            endpoint?.fourDays?.disablesAt ?? null,
          )
        : kind === 'locked'
          ? words.locked(sandboxTime)
          : words.mismatches),
      ...{ tone: 'warn', subject: names.isListed(about) ? names.of(about) : name, since },
      affected:
        kind === 'mismatches' ? (
          <Link to="/inspector" search={{ q: `endpoint:${about} verdict:mismatch` }}>
            {affected.requests(count)}
          </Link>
        ) : (
          <FailedLink q={`endpoint:${about}${failed}`} />
        ),
      primary: isFailing ? toDeliveries(copy.seeWhy, about, failed) : toEndpoint(about),
      others: [isFailing ? [toEndpoint(about), toDeliveries(copy.showDeliveries, about)] : [], [mute(about)]],
    }
  }

  const contentOf = (item: AttentionItem): RowContent => {
    switch (item.kind) {
      case 'unfinished':
        return unfinished(item.of)
      case 'disabled': {
        const { id, url, disabledState, downtime } = item.of
        const found = missedOf(id)
        const enable = action('enable', copy.enable, Check, () =>
          perform(switchEndpoint(api, cache), { id, changes: { enabled: true } }),
        )
        return {
          ...words.disabled(disabledState?.by === 'service', isSandbox, endOutage !== null),
          ...{ tone: 'danger', subject: names.of(id, url), affected: missedLink(found) },
          since: downtime?.from ?? disabledState?.noticedAt,
          primary: endOutage ? action('end-outage', copy.endOutage, ZapOff, endOutage) : enable,
          others: [
            [
              ...(endOutage ? [enable] : []),
              ...(found && found.behind > 0 ? [catchUp(id)] : []),
              toEndpoint(id),
              toMissed(id),
            ],
            [mute(id)],
          ],
        }
      }
      case 'missed': {
        const { endpointId: id, url, behind, since, isChecking } = item.of
        return {
          ...words.missed(behind, missedOutages(item.of), isChecking),
          ...{ tone: 'danger', subject: names.of(id, url), affected: missedLink(item.of), since },
          primary: catchUp(id),
          others: [
            [
              toMissed(id, 'O'),
              action(
                'export',
                copy.export,
                FileDown,
                () => void navigate({ to: '/missed', search: { endpoint: id, form: 'export' } }),
              ),
            ],
            [mute(id)],
          ],
        }
      }
      case 'cut-off': {
        const { id, oldUrl, newId, endedAt, cutsOff } = item.of
        const found = missedOf(newId)
        const dismiss = action('dismiss', copy.dismiss, Check, () =>
          perform(dismissReplacement(api, cache), id),
        )
        return {
          ...words.cutOff(cutsOff),
          ...{
            tone: 'danger',
            subject: names.of(newId, oldUrl),
            affected: missedLink(found),
            since: endedAt,
          },
          primary: found && found.behind > 0 ? catchUp(found.endpointId) : dismiss,
          others: [
            newId !== null && names.isListed(newId) ? [toEndpoint(newId), toMissed(newId)] : [],
            [dismiss],
          ],
        }
      }
      case 'stale-addresses': {
        const here = item.of.filter(({ isOpen }) => isOpen)
        return {
          ...words.staleAddresses(namesOf(here)),
          ...{ tone: 'warn', affected: endpointsLink(here), since: tunnel?.since },
          primary: action('update', copy.update, ArrowRightLeft, () => onUpdate(item.of)),
          others: [[action('tunnel', copy.showTunnel, Radio, () => void navigate({ to: '/tunnel' }), 'O')]],
        }
      }
      case 'warning':
        return warning(item.of)
      case 'nothing-forwarded': {
        const { id, name, status } = item.of
        const { count, since } = status.waiting
        return {
          ...words.nothingForwarded,
          ...{ tone: 'warn', subject: name, since, affected: count > 0 ? waitingLink(id, count) : null },
          primary: action(
            'choose',
            copy.chooseEndpoints,
            Webhook,
            () => void navigate({ to: '/receivers', search: { receiver: id, form: 'edit' } }),
          ),
          others: [[toReceiver(id)], stop(item.of)],
        }
      }
      case 'new-secret':
        return {
          ...words.newSecret,
          ...{
            tone: 'warn',
            subject: item.of.name,
            primary: toReceiver(item.of.id),
            others: [stop(item.of)],
          },
        }
      case 'listener-off':
        return {
          ...words.listenerOff(item.of, namesOf(item.of)),
          ...{ tone: 'warn', affected: endpointsLink(item.of) },
          primary: action('start', copy.startReceiving, Radio, () =>
            perform(startListener(api, cache), undefined),
          ),
          others: [
            [
              action(
                'settings',
                copy.receivingSettings,
                Radio,
                () => void navigate({ to: '/settings/$section', params: { section: 'receiving' } }),
                'O',
              ),
            ],
          ],
        }
      case 'tunnel-outage':
        return {
          ...words.tunnelOutage(item.outage, item.of, namesOf(item.of)),
          ...{ tone: 'warn', affected: endpointsLink(item.of) },
          primary: action('tunnel', copy.setUpTunnel, Radio, () => void navigate({ to: '/tunnel' }), 'O'),
          others: [
            [action('endpoints', copy.showEndpoints, Webhook, () => void navigate({ to: '/endpoints' }))],
          ],
        }
      case 'replay': {
        const { receiverId, startedAt, done, total } = item.of
        return {
          ...words.interrupted(done, total),
          ...{ tone: 'warn', since: startedAt },
          subject: receivers.find(({ id }) => id === receiverId)?.name ?? words.receiver,
          primary: action('send-rest', copy.sendRest, Send, () =>
            perform(continueReplay(api, cache), receiverId),
          ),
          others: [
            [toReceiver(receiverId)],
            [action('dismiss', copy.dismiss, Check, () => perform(dismissReplay(api, cache), receiverId))],
          ],
        }
      }
      case 'left': {
        const { id, endpointId, url, createdAt } = item.of
        const resolve = (label: string, icon: RowAction['icon'], how: 'delete' | 'keep') =>
          action(how, label, icon, () => perform(resolveLeftoverEndpoint(api, cache), { id, action: how }))
        return {
          ...words.left(url),
          ...{ tone: 'warn', since: createdAt },
          primary: resolve(copy.delete, Trash2, 'delete'),
          others: [[resolve(copy.keep, Check, 'keep'), toEndpoint(endpointId)]],
        }
      }
      case 'other-workspace': {
        const { id, label, endpointsOff } = item.of
        const open = action('open', copy.openWorkspace, ArrowRightLeft, () =>
          perform(openWorkspace(api, cache), id),
        )
        return {
          ...words.otherWorkspace(endpointsOff.notFromHere),
          ...{ tone: 'danger', subject: label },
          primary: open,
          others: [
            [
              action(
                'workspaces',
                copy.showWorkspaces,
                Server,
                () => void navigate({ to: '/workspaces' }),
                'O',
              ),
            ],
          ],
        }
      }
      default:
        return assertNever(item)
    }
  }

  return {
    rowOf: (item: AttentionItem): Row => ({
      key: item.key,
      group: groupOf[item.kind],
      ...contentOf(item),
    }),
    mutedRowOf: (of: EndpointMissed): Row => ({
      key: `muted ${of.endpointId}`,
      group: 'muted',
      ...words.muted,
      ...{ tone: 'neutral', subject: names.of(of.endpointId, of.url), affected: missedLink(of) as ReactNode },
      primary: action('unmute', copy.unmute, BellRing, () =>
        perform(setMuted(api, cache), { endpointId: of.endpointId, muted: false }),
      ),
      others: [[toEndpoint(of.endpointId), toMissed(of.endpointId)]],
    }),
  }
}

/**
 * Links to failed deliveries and shows their number. Attempts are not counted, because the service makes several for each
 * delivery.
 */
function FailedLink({ q }: { readonly q: string }) {
  const { data } = useQuery(timeline(useApi(), q, null))
  const found = data && totalOf(data)
  if (!found) return null
  return (
    <Link to="/inspector" search={{ q }}>
      {affected.failed(found)}
    </Link>
  )
}

const groupOf: Readonly<Record<AttentionItem['kind'], GroupId>> = {
  disabled: 'missing',
  missed: 'missing',
  'cut-off': 'missing',
  'listener-off': 'risk',
  'tunnel-outage': 'risk',
  'stale-addresses': 'risk',
  warning: 'risk',
  'nothing-forwarded': 'risk',
  'new-secret': 'risk',
  replay: 'risk',
  left: 'risk',
  unfinished: 'risk',
  'other-workspace': 'other',
}
