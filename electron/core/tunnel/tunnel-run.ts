import type { Clock } from '#core/platform/ports.ts'
import type { ProbeFault, TunnelChoice } from '#shared/tunnel/model.ts'
import type { Probes } from './probe.ts'
import { afterProbe, nextProbe, noProof, type ProbeSchedule, type Proof } from './probe-history.ts'
import type { OpenTunnel, TunnelEvents } from './provider.ts'

export type TunnelRun = ReturnType<typeof openRun>

export interface RunState {
  readonly state: 'starting' | Proof['state']
  readonly since: string
  readonly publicUrl: string | null
  readonly provenAt: string | null
  readonly latenciesMs: readonly number[]
  readonly problem: { readonly fault: ProbeFault | null; readonly sentence: string } | null
  readonly retryAt: string | null
}

export function openRun(options: {
  readonly choice: TunnelChoice
  readonly port: number
  readonly open: (choice: TunnelChoice, port: number, events: TunnelEvents) => OpenTunnel
  readonly probes: Pick<Probes, 'prove'>
  readonly schedule: ProbeSchedule
  readonly retryMs: readonly number[]
  readonly clock: Clock
  readonly line: (text: string) => void
  readonly changed: () => void
}) {
  const { choice, port, open, probes, schedule, retryMs, clock, line, changed } = options
  const closing = new AbortController()
  let tunnel: OpenTunnel | null = null
  let publicUrl: string | null = null
  let addressAtMs = 0
  let proof: Proof = noProof
  let complaint: string | null = null
  let ended: { readonly reason: string; readonly retryAt: string | null } | null = null
  let ends = 0
  let timer: NodeJS.Timeout | undefined
  let probing: Promise<void> | null = null
  let lastState: RunState['state'] = 'starting'
  let since = clock.now().toISOString()

  const stateNow = (): RunState['state'] => {
    if (ended) return 'down'
    if (publicUrl === null) return 'starting'
    return proof.state
  }
  const notify = () => {
    const now = stateNow()
    if (now !== lastState) since = clock.now().toISOString()
    lastState = now
    changed()
  }
  const scheduleWork = (ms: number, work: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
    timer.unref()
  }

  const prove = async () => {
    const url = publicUrl
    if (url === null || closing.signal.aborted) return
    const result = await probes.prove(url, closing.signal).catch(() => null)
    // Ignores the result if the address has changed in the meantime.
    if (result === null || closing.signal.aborted || url !== publicUrl) return
    proof = afterProbe(proof, result, clock.now().toISOString(), clock.monotonicMs() - addressAtMs, schedule)
    if (proof.state === 'up') ends = 0
    notify()
  }
  const probe = (): Promise<void> => {
    probing ??= prove().finally(() => {
      probing = null
      if (!closing.signal.aborted && !ended) scheduleWork(nextProbe(proof, schedule), () => void probe())
    })
    return probing
  }

  const start = () => {
    clearTimeout(timer)
    ended = null
    complaint = null
    const mine = Symbol()
    current = mine
    const ifMine = (work: () => void) => {
      if (current === mine && !closing.signal.aborted) work()
    }
    tunnel = open(choice, port, {
      line,
      address: (url) =>
        ifMine(() => {
          if (url !== publicUrl) proof = noProof
          publicUrl = url
          addressAtMs = clock.monotonicMs()
          notify()
          void probe()
        }),
      health: (said) =>
        ifMine(() => {
          if (said === complaint) return
          complaint = said
          notify()
          void probe()
        }),
      ended: (reason, mayRecover) => ifMine(() => end(reason, mayRecover)),
    })
    notify()
  }
  let current = Symbol()

  const end = (reason: string, mayRecover: boolean) => {
    clearTimeout(timer)
    tunnel = null
    const wait = mayRecover ? (retryMs[Math.min(ends, retryMs.length - 1)] ?? null) : null
    ends += 1
    ended = { reason, retryAt: wait === null ? null : new Date(clock.now().getTime() + wait).toISOString() }
    proof = { ...proof, misses: 0 }
    if (wait !== null) scheduleWork(wait, start)
    notify()
  }

  const problem = (): RunState['problem'] => {
    if (ended) return { fault: null, sentence: ended.reason }
    if (complaint !== null && proof.state !== 'up') return { fault: null, sentence: complaint }
    if (proof.fault === null) return null
    const { fault, sentence } = proof.fault
    return {
      fault,
      sentence: fault === 'no-name' ? `${sentence} ${whyNoName(choice, proof.provenAt !== null)}` : sentence,
    }
  }

  start()
  return {
    state: (): RunState => ({
      state: stateNow(),
      since,
      publicUrl,
      provenAt: proof.provenAt,
      latenciesMs: proof.latenciesMs,
      problem: problem(),
      retryAt: ended?.retryAt ?? null,
    }),
    /** Sends a probe, unless there is one in progress. If the tunnel ended and is about to be opened again, opens it now. */
    async probe() {
      if (ended?.retryAt) return start()
      if (!ended) await probe()
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await tunnel?.close()
      await probing
    },
  }
}

/** Returns why a host name may not resolve, for example because it is new and DNS changes take time. */
function whyNoName(choice: TunnelChoice, wasProven: boolean): string {
  if (wasProven) return 'It was removed, or this computer is offline.'
  return isEnteredByUser(choice)
    ? 'Check the spelling, the DNS record and your network.'
    : 'A new name can take a minute.'
}

function isEnteredByUser(choice: TunnelChoice): boolean {
  switch (choice.kind) {
    case 'own-url':
      return true
    case 'ssh':
      return choice.publicUrl !== null
    case 'cloudflared':
      return choice.named !== null
    case 'ngrok':
      return choice.domain !== null
    case 'ngrok-agent':
      return false
  }
}
