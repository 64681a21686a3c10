import { readFileSync } from 'node:fs'

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
