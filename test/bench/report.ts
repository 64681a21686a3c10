import { cpus } from 'node:os'

export interface Figure {
  readonly what: string
  readonly measured: string
  readonly bar?: string
  readonly aim?: string
  /**
   * `exact` or `broken` for a counter, `reached`, `missed` or `inconclusive` for a time, and `measured` if there is no target.
   */
  readonly verdict: 'exact' | 'broken' | 'reached' | 'missed' | 'inconclusive' | 'measured'
  readonly numbers?: Readonly<Record<string, number>>
}

export interface Report {
  readonly date: string
  readonly node: string
  readonly cores: number
  readonly processor: string
  readonly rounds: number
  readonly seconds: number
  readonly figures: readonly Figure[]
}

export function reportOf(figures: readonly Figure[], rounds: number, seconds: number): Report {
  const cores = cpus()
  return {
    date: new Date().toISOString(),
    node: process.version,
    cores: cores.length,
    processor: cores[0]?.model.trim() ?? 'unknown',
    rounds,
    seconds,
    figures,
  }
}

/** Returns a Markdown table for the documents. */
export function asTable({ date, node, cores, processor, rounds, seconds, figures }: Report): string {
  const lines = figures.map(({ what, measured, bar = '', aim = '', verdict }) => [
    what,
    measured,
    bar,
    aim,
    verdict,
  ])
  const rows = [['What', 'Measured', 'Target', 'Goal', ''], ...lines]
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0), 3))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [
    `${date.slice(0, 16).replace('T', ' ')} UTC, Node ${node}, ${cores} cores (${processor}), ${rounds} rounds of ${seconds} s`,
    '',
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...body.map(line),
  ].join('\n')
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function timeFigure(
  what: string,
  samplesMs: readonly number[],
  limits: { readonly bar: number; readonly aim: number; readonly share?: number },
): Figure {
  const { bar, aim, share = 0.95 } = limits
  const p50 = median(samplesMs)
  const judged = quantile(samplesMs, share)
  return {
    what,
    measured: share === 0.5 ? `median ${ms(p50)}` : `p50 ${ms(p50)}, p${share * 100} ${ms(judged)}`,
    bar: `< ${bar} ms`,
    aim: `${aim} ms`,
    verdict: judged < bar ? 'reached' : 'missed',
    numbers: { p50, [`p${share * 100}`]: judged, samples: samplesMs.length },
  }
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
