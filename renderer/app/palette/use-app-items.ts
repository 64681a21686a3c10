import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CirclePause,
  CirclePlay,
  CircleSlash,
  ClipboardCheck,
  Copy,
  Eye,
  type LucideIcon,
  Monitor,
  Moon,
  Pause,
  Play,
  Radio,
  Reply,
  RotateCw,
  Rows3,
  SearchX,
  Square,
  Sun,
} from 'lucide-react'
import type { Receiver } from '#shared/receivers/model.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import { appInfo } from '../../frame/app-info.ts'
import { shownNow } from '../../frame/use-commands.ts'
import { useApi } from '../../host/client.ts'
import { listenerStatus, startListener, stopListener } from '../../nouns/deliveries/queries.ts'
import { rejectedRequests } from '../../nouns/deliveries/rejected/rejected-queries.ts'
import { type EndpointNames, useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { copySecret } from '../../nouns/endpoints/secret/copy-secret.tsx'
import { switchEndpoint } from '../../nouns/endpoints/switch-endpoint.ts'
import { stopListening } from '../../nouns/listening/queries.ts'
import { useListening } from '../../nouns/listening/use-listening.ts'
import { indexStatus, pauseIndex } from '../../nouns/notes/index-queries.ts'
import { receiverList, setLive } from '../../nouns/receivers/queries.ts'
import { tunnelStatus } from '../../nouns/tunnel/queries.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { useReplacedEndpoints } from '../../places/endpoints/replacement/replacement-steps.ts'
import { whySecretHidden } from '../../places/endpoints/secret/why-hidden.ts'
import { changeSettings, settings as settingsQuery } from '../../places/settings/queries.ts'
import { useSimulation } from '../shell/use-simulation.ts'
import { copy } from './copy.ts'
import type { PaletteItem } from './item.ts'
import { runMutation } from './run-mutation.ts'

/**
 * Returns the actions that are possible on every page, such as those for receiving, simulated responses and the index. With
 * `isTyped`, also returns actions for each endpoint and receiver, which would flood an unfiltered list.
 */
export function useAppItems(go: (href: string) => void, isTyped: boolean): readonly PaletteItem[] {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: listener } = useQuery(listenerStatus(api))
  const { data: rejected = [] } = useQuery(rejectedRequests(api))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const { data: settings } = useQuery(settingsQuery(api))
  const { data: index } = useQuery(indexStatus(api))
  const names = useEndpointNames()
  const { list: endpoints } = names
  const isFew = endpoints.length > 0 && endpoints.length <= few
  const replaced = useReplacedEndpoints(endpoints.length > 0)
  const { data: info } = useQuery(appInfo(api))
  const isDesktop = info?.host === 'desktop'
  const isOpen = session !== undefined && session.state !== 'welcome'
  const inSandbox = isOpen && session.workspace.kind === 'sandbox'
  const { data: receivers = [] } = useQuery({ ...receiverList(api), enabled: isOpen })
  const listening = useListening()
  const { simulated, stop: stopSimulating } = useSimulation()
  const { actions, reasons, words } = copy

  const isListening = listener?.state === 'listening'
  const isLive = listening.status?.state === 'live' || listening.status?.state === 'starting'
  const noWorkspace =
    session?.state === 'connected'
      ? undefined
      : session === undefined || session.state === 'welcome'
        ? reasons.noWorkspace
        : reasons.noKey
  const publicUrl = tunnel?.publicUrl ?? null
  const isPaused = index?.state === 'paused'
  const set = (changes: Parameters<ReturnType<typeof changeSettings>['mutationFn'] & object>[0]) =>
    runMutation(cache, changeSettings(api, cache), changes)

  return [
    item(
      'receiving',
      isListening ? Square : Radio,
      isListening ? actions.stopReceiving : actions.startReceiving,
      {
        words: words.receiving,
        run: () =>
          runMutation(cache, isListening ? stopListener(api, cache) : startListener(api, cache), undefined),
      },
    ),
    ...(isTyped && !shownNow().has('delivery')
      ? [
          item('replay', Play, actions.replay, {
            words: words.replay,
            disabled: isOpen ? undefined : reasons.noWorkspace,
            run: () => go('/inspector'),
          }),
        ]
      : []),
    // The sandbox delivers without a session, which would send each event twice.
    ...(inSandbox
      ? []
      : [
          item('start-session', Radio, actions.startSession, {
            words: words.session,
            disabled: noWorkspace ?? (isLive ? reasons.sessionRuns : undefined),
            run() {
              listening.start()
              go('/inspector')
            },
          }),
        ]),
    item('end-session', Square, actions.endSession, {
      words: words.session,
      disabled: isLive ? undefined : reasons.noSession,
      run: () => runMutation(cache, stopListening(api, cache), undefined),
    }),
    item('simulate', Reply, actions.simulate, {
      words: words.simulate,
      disabled: noWorkspace ?? (endpoints.length === 0 ? reasons.noEndpoint : undefined),
      run: () => go('/inspector?answers=true'),
    }),
    item('stop-simulating', Reply, actions.stopSimulating, {
      words: words.simulate,
      disabled: simulated.length === 0 ? reasons.notSimulating : undefined,
      run: () => void stopSimulating(),
    }),
    item('rejected', CircleSlash, actions.rejected, {
      words: words.rejected,
      disabled: rejected.length === 0 ? reasons.noRejected : undefined,
      run: () => go('/inspector?refused=true'),
    }),
    item('copy-local', Copy, actions.copyLocal, {
      words: words.localAddress,
      disabled: isListening ? undefined : reasons.notReceiving,
      run: () => isListening && copyText(listener.origin, copy.done.copied, listener.origin),
    }),
    item('copy-public', Copy, actions.copyPublic, {
      words: words.publicAddress,
      disabled: publicUrl === null ? reasons.noPublicAddress : undefined,
      run: () => publicUrl !== null && copyText(publicUrl, copy.done.copied, publicUrl),
    }),
    ...(isTyped && isFew
      ? []
      : ofAnyEndpoint(noWorkspace ?? (endpoints.length > 0 ? undefined : reasons.noEndpoint), go)),
    ...(isTyped
      ? ofEachEndpoint(names, replaced, {
          isDesktop,
          needsName: !isDesktop && !inSandbox,
          form: (id, name) => go(`/endpoints?endpoint=${encodeURIComponent(id)}&form=${name}`),
          onSwitch: (id, enabled) =>
            runMutation(cache, switchEndpoint(api, cache), { id, changes: { enabled } }),
          onCopySecret: (id, name) => void copySecret(api, { id, name, isDesktop }),
        })
      : []),
    ...(isTyped ? receivers : []).map(({ id, name, live, address }) =>
      item(
        `forward-${id}`,
        live ? Pause : Play,
        live ? actions.stopForwarding(name) : actions.forward(name),
        {
          words: words.forward,
          run() {
            // The receiver's page asks for the approval of its address.
            if (!live && address.approval === 'needed') go(`/receivers?receiver=${id}`)
            else runMutation(cache, setLive(api, cache), { id, live: !live })
          },
        },
      ),
    ),
    ...checks(isTyped, receivers, isOpen ? reasons.noReceiver : reasons.noWorkspace, go),
    item('why-note', SearchX, actions.whyNote, {
      words: words.whyNote,
      disabled: session?.state === 'welcome' ? reasons.noWorkspace : undefined,
      run: () => go('/notes?why='),
    }),
    item('index', isPaused ? CirclePlay : CirclePause, isPaused ? actions.resumeIndex : actions.pauseIndex, {
      words: words.index,
      disabled: noWorkspace,
      run: () => runMutation(cache, pauseIndex(api, cache), !isPaused),
    }),
    ...(
      [
        ['light', Sun, actions.lightTheme],
        ['dark', Moon, actions.darkTheme],
        ['system', Monitor, actions.systemTheme],
      ] as const
    ).map(([theme, icon, label]) =>
      item(`theme-${theme}`, icon, label, {
        words: words.appearance,
        disabled: settings?.theme === theme ? copy.current : undefined,
        run: () => set({ theme }),
      }),
    ),
    ...(
      [
        ['compact', actions.compact],
        ['comfortable', actions.comfortable],
      ] as const
    ).map(([density, label]) =>
      item(`density-${density}`, Rows3, label, {
        words: words.density,
        disabled: settings?.density === density ? copy.current : undefined,
        run: () => set({ density }),
      }),
    ),
  ]
}

/** With at most this many endpoints, a search lists the actions of each endpoint instead of the general ones. */
const few = 4

interface EndpointDoing {
  readonly isDesktop: boolean
  /** Whether the user must type the endpoint's name before its secret is copied. */
  readonly needsName: boolean
  readonly form: (id: string, name: 'secret' | 'rotate') => void
  readonly onSwitch: (id: string, enabled: boolean) => void
  readonly onCopySecret: (id: string, name: string) => void
}

function ofEachEndpoint(
  { list, of }: EndpointNames,
  replaced: ReadonlySet<string>,
  { isDesktop, needsName, form, onSwitch, onCopySecret }: EndpointDoing,
): readonly PaletteItem[] {
  const { actions, reasons, words } = copy
  return list.flatMap((endpoint) => {
    const { id, enabled, revealUntil } = endpoint
    const name = of(id)
    const isRecent = revealUntil !== null && Date.parse(revealUntil) > Date.now()
    const asks = needsName && !isRecent
    return [
      item(`switch-${id}`, enabled ? Pause : Play, enabled ? actions.disable(name) : actions.enable(name), {
        words: enabled ? words.disable : words.enable,
        run: () => onSwitch(id, !enabled),
      }),
      item(`copy-secret-${id}`, Copy, `${actions.copySecretOf(name)}${asks ? '…' : ''}`, {
        words: words.secret,
        disabled: whySecretHidden(endpoint, false),
        run: () => (asks ? form(id, 'secret') : onCopySecret(id, name)),
      }),
      item(`show-secret-${id}`, Eye, actions.showSecretOf(name), {
        words: words.secret,
        disabled: whySecretHidden(endpoint, isDesktop),
        run: () => form(id, 'secret'),
      }),
      item(`rotate-secret-${id}`, RotateCw, actions.rotateSecretOf(name), {
        words: words.rotate,
        disabled: replaced.has(id) ? reasons.isReplaced : undefined,
        run: () => form(id, 'rotate'),
      }),
    ]
  })
}

function ofAnyEndpoint(disabled: string | undefined, go: (href: string) => void): readonly PaletteItem[] {
  const { actions, words } = copy
  const run = () => go('/endpoints')
  return [
    item('show-secret', Eye, actions.showSecret, { words: words.secret, disabled, run }),
    item('rotate-secret', RotateCw, actions.rotateSecret, { words: words.rotate, disabled, run }),
  ]
}

function checks(
  isTyped: boolean,
  receivers: readonly Receiver[],
  noReceiver: string,
  go: (href: string) => void,
): readonly PaletteItem[] {
  const { actions, words } = copy
  if (isTyped && receivers.length > 0) {
    return receivers.map(({ id, name }) =>
      item(`check-receiver-${id}`, ClipboardCheck, actions.checkOne(name), {
        words: words.check,
        run: () => go(`/receivers?receiver=${id}&tab=check`),
      }),
    )
  }
  const disabled = receivers.length === 0 ? noReceiver : undefined
  const run = () => go('/receivers')
  return [
    item('check-receiver', ClipboardCheck, actions.checkReceiver, { words: words.check, disabled, run }),
  ]
}

const item = (
  id: string,
  icon: LucideIcon,
  label: string,
  rest: Omit<PaletteItem, 'key' | 'icon' | 'label'>,
): PaletteItem => ({ key: `command:${id}`, icon, label, ...rest })
