import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answeringFigures } from './answering.ts'
import { bundleFigures } from './bundle.ts'
import { commandFigures } from './command.ts'
import { counterFigures } from './counters.ts'
import { historyFigures, hostFigures, indexFigures } from './finding.ts'
import { writeHistory } from './history-store.ts'
import { busyCores, othersAllowed, secondsStolen, stolenAllowed } from './machine.ts'
import { missedFigures } from './missing.ts'
import { receivingFigures } from './receiving-figures.ts'
import { asTable, type Figure, reportOf } from './report.ts'
import { showingFigures } from './showing.ts'
import { textFigures, textPassFigures, textTypingFigures } from './texts.ts'

const usage = `Usage: npm run bench -- [options]
  --rounds N      rounds of each receiver, interleaved (default 5)
  --seconds N     how long a round is (default 5)
  --events N      how long the long history is (default 1,000,000)
  --notes N       how many notes the long list has (default 100,000)
  --only A,B      of: counters, host, command, index, texts, missed, showing, history, receiving, answering
  --json FILE     also write the report there
`

/** Measures Notehook and the alternatives in one run on one machine, and prints a table. Only a wrong counter makes it fail. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    events: { type: 'string', default: '1000000' },
    notes: { type: 'string', default: '100000' },
    only: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const print = (line: string) => void process.stderr.write(`${line}\n`)

const events = Number(values.events)
const notes = Number(values.notes)
const folder = mkdtempSync(join(tmpdir(), 'notehook-bench-'))
let full: string | undefined

const sections: Readonly<Record<string, () => Promise<Figure[]>>> = {
  counters: counterFigures,
  host: async () => [...(await hostFigures()), ...bundleFigures()],
  command: commandFigures,
  index: () => indexFigures(notes),
  texts: async () => [
    ...(await textFigures(notes)),
    ...(await textTypingFigures(notes)),
    ...(await textPassFigures()),
  ],
  missed: () => missedFigures(notes),
  showing: () => showingFigures(notes, 30),
  history: async () => {
    full = newHistory()
    return historyFigures(folder, events)
  },
  receiving: () => receivingFigures({ rounds, seconds, full, print }),
  answering: async () => {
    full ??= newHistory()
    return answeringFigures(folder, events, 30)
  },
}
const chosen = values.only?.split(',') ?? Object.keys(sections)
const isUnderstood = rounds > 0 && seconds > 0 && chosen.every((name) => Object.hasOwn(sections, name))

if (values.help || !isUnderstood) {
  process.stderr.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const figures: Figure[] = []
  for (const name of chosen) {
    print(`— ${name}`)
    const busyBefore = await busyCores()
    const before = { atMs: performance.now(), stolen: secondsStolen() }
    const section = (await sections[name]?.()) ?? []
    const stolen = ((secondsStolen() - before.stolen) * 1_000) / (performance.now() - before.atMs)
    const busy = Math.max(busyBefore, await busyCores())
    if (busy > othersAllowed) print(`Other processes keep ${busy.toFixed(2)} cores busy.`)
    if (stolen > stolenAllowed) print(`The host gave ${stolen.toFixed(2)} of this machine’s cores to others.`)
    const isDisturbed = busy > othersAllowed || stolen > stolenAllowed
    figures.push(...section.map((figure) => (isDisturbed ? doubted(figure) : figure)))
  }
  rmSync(folder, { recursive: true, force: true })
  const report = reportOf(figures, rounds, seconds)
  process.stdout.write(`${asTable(report)}\n`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  if (figures.some(({ verdict }) => verdict === 'broken')) process.exitCode = 1
}

function newHistory(): string {
  const path = join(folder, 'notehook.db')
  print(`${Math.round(writeHistory(path, events)).toLocaleString('en')} events written per second`)
  return path
}

function doubted(figure: Figure): Figure {
  return figure.verdict === 'missed' ? { ...figure, verdict: 'inconclusive' } : figure
}
