import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { othersAllowed } from './machine.ts'
import { measure, type Receiver, type Round, receivers } from './receiving.ts'
import { type Figure, median } from './report.ts'

/** Returns how often a round that other processes disturbed may be repeated. A trial run repeats none. */
const repeatsOf = (rounds: number) => (rounds >= 5 ? 3 : 0)

interface Contender {
  readonly label: string
  readonly receiver: Receiver
  /** The initial store, which is copied for each round. */
  readonly from?: string | undefined
}

/** Compares Notehook's rate of verified and durably stored deliveries with the platform's limit and with a typical receiver. */
export async function receivingFigures(options: {
  readonly rounds: number
  readonly seconds: number
  readonly full?: string | undefined
  readonly print: (line: string) => void
}): Promise<Figure[]> {
  const { rounds, seconds, full, print } = options
  const contenders: Contender[] = receivers.map((receiver) => ({ label: receiver.name, receiver }))
  const own = receivers.find(({ name }) => name === 'notehook')
  if (full !== undefined && own) contenders.push({ label: 'notehook-full', receiver: own, from: full })

  const measured = new Map<string, Round[]>(contenders.map(({ label }) => [label, []]))
  let isDisturbed = false
  for (let round = 0; round < rounds; round++) {
    // Starts each round with another contender, so that the rounds alternate.
    const turn = contenders.map((_, at) => contenders[(at + round) % contenders.length])
    for (const contender of turn) {
      if (!contender) continue
      const one = await quietRound(contender, seconds, repeatsOf(rounds))
      isDisturbed ||= one.othersCores > othersAllowed
      measured.get(contender.label)?.push(one)
      print(`round ${round + 1} ${contender.label}: ${describe(one)}`)
    }
  }
  const all = (label: string) => measured.get(label) ?? []
  return [
    ...judged(all('bare'), all('notehook'), all('express'), all('notehook-full'), isDisturbed),
    ...besideFigures('a live receiver that hangs', all('forwarding'), all('not-forwarding'), isDisturbed),
    ...besideFigures('note text that is being read', all('storing-texts'), all('notehook'), isDisturbed),
    ...besideFigures('1,000 waits of agents', all('waited-for'), all('notehook'), isDisturbed).slice(0, 1),
  ]
}

async function quietRound({ receiver, from }: Contender, seconds: number, repeats: number): Promise<Round> {
  for (let left = repeats; ; left--) {
    const folder = mkdtempSync(join(tmpdir(), 'notehook-bench-'))
    const database = from === undefined ? undefined : join(folder, 'notehook.db')
    if (from !== undefined && database !== undefined) cpSync(from, database)
    try {
      const round = await measure(receiver, seconds, database)
      if (round.othersCores <= othersAllowed || left === 0) return round
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function judged(
  bare: readonly Round[],
  notehook: readonly Round[],
  express: readonly Round[],
  full: readonly Round[],
  isDisturbed: boolean,
): Figure[] {
  const receivedBy = (what: string, rounds: readonly Round[]): Figure => {
    const numbers = {
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
      p50: median(rounds.map(({ p50 }) => p50)),
      p99: median(rounds.map(({ p99 }) => p99)),
      cpuMicroseconds: median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    }
    return { what, measured: describe(numbers), verdict: 'measured', numbers }
  }
  /** Compares rate and processor time per delivery. The target is missed only if both miss it. */
  const ratio = (
    what: string,
    ours: readonly Round[],
    theirs: readonly Round[],
    bar: number,
    aim: number,
  ): Figure => {
    const rate = median(paired(ours, theirs, (a, b) => a.perSecond / b.perSecond))
    const cpu = median(paired(ours, theirs, (a, b) => b.cpuMicroseconds / a.cpuMicroseconds))
    const isReached = rate >= bar || cpu >= bar
    return {
      what,
      measured: `${rate.toFixed(2)} by rate, ${cpu.toFixed(2)} by processor time`,
      bar: `≥ ${bar}`,
      aim: `${aim}`,
      verdict: isDisturbed ? 'inconclusive' : isReached ? 'reached' : 'missed',
      numbers: { rate, cpu },
    }
  }
  const p99 = median(paired(notehook, bare, (a, b) => a.p99 / b.p99))
  return [
    receivedBy('bare node:http, body read, 204', bare),
    receivedBy('Notehook: verified and on disk before its 200', notehook),
    receivedBy('Express + standardwebhooks + SQLite, one commit each', express),
    ...(full.length > 0 ? [receivedBy('Notehook with 1,000,000 events', full)] : []),
    ratio('Notehook compared with bare node:http', notehook, bare, 0.25, 0.4),
    ratio('Notehook compared with Express + standardwebhooks + SQLite', notehook, express, 4, 8),
    {
      what: 'p99 compared with bare node:http',
      measured: `${p99.toFixed(1)} times`,
      bar: '≤ 6',
      aim: '3',
      verdict: isDisturbed ? 'inconclusive' : p99 <= 6 ? 'reached' : 'missed',
      numbers: { p99 },
    },
    ...(full.length > 0 ? [ratio('with 1,000,000 events compared with empty', full, notehook, 0.9, 1)] : []),
  ]
}

function besideFigures(
  what: string,
  beside: readonly Round[],
  without: readonly Round[],
  isDisturbed: boolean,
): Figure[] {
  const rate = median(paired(beside, without, (a, b) => a.perSecond / b.perSecond))
  const cpu = median(paired(beside, without, (a, b) => b.cpuMicroseconds / a.cpuMicroseconds))
  const p99 = median(paired(beside, without, (a, b) => a.p99 / b.p99))
  const verdict = (isReached: boolean) => (isDisturbed ? 'inconclusive' : isReached ? 'reached' : 'missed')
  return [
    {
      what: `Notehook with ${what}, compared with none`,
      measured: `${rate.toFixed(2)} by rate, ${cpu.toFixed(2)} by processor time`,
      bar: '≥ 0.95',
      aim: '1',
      verdict: verdict(rate >= 0.95 || cpu >= 0.95),
      numbers: { rate, cpu },
    },
    {
      what: `its p99 with ${what}, compared with none`,
      measured: `${p99.toFixed(2)} times`,
      bar: '≤ 1.5',
      aim: '1',
      verdict: verdict(p99 <= 1.5),
      numbers: { p99 },
    },
  ]
}

function paired<Result>(
  a: readonly Round[],
  b: readonly Round[],
  compare: (a: Round, b: Round) => Result,
): Result[] {
  return a.flatMap((one, at) => {
    const other = b[at]
    return other ? [compare(one, other)] : []
  })
}

function describe({ perSecond, p50, p99, cpuMicroseconds }: Omit<Round, 'othersCores'>): string {
  const rate = Math.round(perSecond).toLocaleString('en')
  return `${rate}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpuMicroseconds.toFixed(0)} µs each`
}
