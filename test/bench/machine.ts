import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum cores that other processes may use during a valid measurement. */
export const othersAllowed = 0.25

/** Maximum cores that the host of a virtual machine may take. Each pause shows in the slowest of many responses. */
export const stolenAllowed = 0.05

/** `/proc` counts processor time in hundredths of a second on every Linux. */
const ticksPerSecond = 100

/** Returns the processor time of a process so far, in seconds. Returns 0 if the system does not report it or the process has ended. */
export function secondsOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
}

export function secondsOfAll(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    read('/proc/stat').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return (user + nice + system + irq + softirq) / ticksPerSecond
}

/** Returns the processor time that the host of this virtual machine gave to other guests so far, in seconds. */
export function secondsStolen(): number {
  const [, , , , , , , , stolen = 0] = read('/proc/stat').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return stolen / ticksPerSecond
}

/** Returns how many cores were busy during a second in which this process was idle. */
export async function busyCores(): Promise<number> {
  const before = secondsOfAll()
  await sleep(1_000)
  return secondsOfAll() - before
}

/** Returns the resident memory, in bytes, of the largest process of a group. The group also contains the launcher. */
export function largestOfGroup(group: number): number {
  const pids = list('/proc').filter((name) => /^\d+$/.test(name))
  const own = pids.filter((pid) => {
    const stat = read(`/proc/${pid}/stat`)
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group
  })
  const sizes = own.map((pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0))
  return Math.max(0, ...sizes) * 1024
}

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
