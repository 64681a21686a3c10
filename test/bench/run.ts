import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { counterFigures } from './counters.ts'
import { receivingFigures } from './receiving-figures.ts'
import { asTable, type Figure, reportOf } from './report.ts'

const usage = `Usage: npm run bench -- [options]
  --rounds N      rounds of each receiver, interleaved (default 5)
  --seconds N     how long a round is (default 5)
  --only A,B      of: counters, receiving
  --json FILE     also write the report there
`

/** Measures Notehook beside what else there is, in one run on one machine, and prints a table. Fails only on a counter. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const say = (line: string) => void process.stderr.write(`${line}\n`)

const sections: Readonly<Record<string, () => Promise<Figure[]>>> = {
  counters: counterFigures,
  receiving: () => receivingFigures({ rounds, seconds, say }),
}
const chosen = values.only?.split(',') ?? Object.keys(sections)
const isUnderstood = rounds > 0 && seconds > 0 && chosen.every((name) => Object.hasOwn(sections, name))

if (values.help || !isUnderstood) {
  process.stderr.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const figures: Figure[] = []
  for (const name of chosen) {
    say(`— ${name}`)
    figures.push(...((await sections[name]?.()) ?? []))
  }
  const report = reportOf(figures, rounds, seconds)
  process.stdout.write(`${asTable(report)}\n`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  if (figures.some(({ verdict }) => verdict === 'broken')) process.exitCode = 1
}
