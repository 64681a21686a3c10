import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is measured while others use more of a core than this is not believed. */
export const othersAllowed = 0.25

/** `/proc` counts processor time in hundredths of a second on every Linux there is. */
const ticksPerSecond = 100

/** Seconds of processor time that a process has used so far; 0 where the system does not say, or it has ended. */
export function secondsOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
}

/** Seconds of processor time that everybody on this machine has used so far. */
export function secondsOfAll(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    read('/proc/stat').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return (user + nice + system + irq + softirq) / ticksPerSecond
}

/** How many cores were busy during a second in which this process did nothing. */
export async function busyCores(): Promise<number> {
  const before = secondsOfAll()
  await sleep(1_000)
  return secondsOfAll() - before
}

/** Resident bytes of the largest process of a group: the launcher waits beside the host. */
export function largestOfGroup(group: number): number {
  const pids = list('/proc').filter((name) => /^\d+$/.test(name))
  const own = pids.filter((pid) => {
    const stat = read(`/proc/${pid}/stat`)
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group
  })
  const sizes = own.map((pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0))
  return Math.max(0, ...sizes) * 1024
}

/** Bytes that this process has asked to write so far. */
export function bytesWritten(): number {
  return Number(/^wchar: (\d+)/m.exec(read('/proc/self/io'))?.[1] ?? 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
