import { Check, CirclePlay, Cloud, Globe, Terminal, Waypoints } from 'lucide-react'
import { useRef } from 'react'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import { KeyFoot } from '#ui/collections/key-hint.tsx'
import { useRowHeight } from '#ui/collections/use-row-height.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Badge, StatusDot } from '#ui/status/status-pill.tsx'
import { dotOf, stateLabel } from '../../nouns/tunnel/copy.ts'
import { list as copy, page, providerDescriptions, providerNames, readinessLabels } from './copy.ts'
import css from './provider-list.module.css'
import { runningKind } from './tunnel-state.tsx'

interface Provider {
  readonly kind: TunnelKind
  readonly isReady: boolean
  readonly group: 'inUse' | 'ready' | 'needsSetup'
  readonly isFirst: boolean
  readonly isRecommended: boolean
  /** State of the tunnel if this provider runs it. */
  readonly running: TunnelStatus | null
  readonly state: string
}

/** Lists the providers: the running one, then those that can start now, then those that need setup. */
export function ProviderList({
  tunnel,
  readiness,
  chosen,
  onChoose,
}: {
  readonly tunnel: TunnelStatus
  readonly readiness: readonly TunnelReadiness[] | undefined
  readonly chosen: TunnelKind | null
  readonly onChoose: (kind: TunnelKind) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight() + 22
  if (readiness === undefined) return <Skeleton label={page.loading} />
  return (
    <section className={stackCss.fill} aria-label={copy.region}>
      <VirtualList
        label={copy.region}
        items={providersOf(tunnel, readiness)}
        keyOf={keyOf}
        textOf={({ kind }) => providerNames[kind]}
        renderItem={renderProvider}
        labelOf={labelOf}
        headingOf={headingOf}
        selectedKey={chosen}
        onSelect={({ kind }) => onChoose(kind)}
        pane="tunnel-detail"
        rowHeight={rowHeight}
        scrollerRef={scroller}
      />
      {chosen === null ? <KeyFoot keys={copy.keys} list={scroller} /> : null}
    </section>
  )
}

/** Returns the provider that needs the least: a running agent, a known SSH server, or cloudflared, which needs no account. */
export function recommendedOf({ choice }: TunnelStatus, readiness: readonly TunnelReadiness[]): TunnelKind {
  const isReady = (kind: TunnelKind) => readiness.some((one) => one.kind === kind && one.state === 'ready')
  if (isReady('ngrok-agent')) return 'ngrok-agent'
  return choice?.kind === 'ssh' && isReady('ssh') && !isReady('cloudflared') ? 'ssh' : 'cloudflared'
}

function providersOf(tunnel: TunnelStatus, readiness: readonly TunnelReadiness[]): readonly Provider[] {
  const recommended = recommendedOf(tunnel, readiness)
  const running = runningKind(tunnel)
  const all = readiness.map(({ kind, state }) => {
    const lacks = (kind === 'own-url' || kind === 'ssh') && tunnel.choice?.kind !== kind
    const isReady = state === 'ready' && !lacks
    const group: Provider['group'] = running === kind ? 'inUse' : isReady ? 'ready' : 'needsSetup'
    return {
      kind,
      isReady,
      group,
      isRecommended: isReady && kind === recommended,
      running: running === kind ? tunnel : null,
      state: lacks && state === 'ready' ? copy.needs[kind] : readinessLabels[state],
    }
  })
  const rank = ({ group, isRecommended }: (typeof all)[number]) =>
    group === 'inUse' ? 0 : isRecommended ? 1 : group === 'ready' ? 2 : 3
  const place = ({ kind }: Pick<Provider, 'kind'>) => Object.keys(icons).indexOf(kind)
  const sorted = all.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b))
  return sorted.map((one, at) => ({ ...one, isFirst: sorted[at - 1]?.group !== one.group }))
}

const keyOf = ({ kind }: Provider) => kind

const headingOf = ({ isFirst, group }: Provider) => (isFirst ? copy.groups[group] : undefined)

const labelOf = (provider: Provider) =>
  [
    providerNames[provider.kind],
    providerDescriptions[provider.kind],
    provider.running ? stateLabel(provider.running).label : provider.state,
    ...(provider.isRecommended ? [copy.recommended] : []),
  ].join(', ')

function renderProvider({ kind, isReady, isRecommended, running, state }: Provider) {
  const Icon = icons[kind]
  return (
    <span className={css.row}>
      <Icon size={14} aria-hidden />
      <span className={css.words}>
        <span className={css.name}>{providerNames[kind]}</span>
        <span className={css.about}>{providerDescriptions[kind]}</span>
      </span>
      <span className={css.state}>
        {running ? (
          <>
            <StatusDot look={dotOf(running)} />
            {stateLabel(running).label}
          </>
        ) : isRecommended ? (
          <Badge>{copy.recommended}</Badge>
        ) : (
          <>
            {isReady ? <Check size={14} strokeWidth={2.25} aria-hidden /> : null}
            {state}
          </>
        )}
      </span>
    </span>
  )
}

/** The icons, in the order of the list. */
const icons = {
  cloudflared: Cloud,
  ssh: Terminal,
  ngrok: Waypoints,
  'ngrok-agent': CirclePlay,
  'own-url': Globe,
} as const
