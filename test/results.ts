import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a campaign says of itself: how often, from which seed, how much was lost. */
const isTold = (line: string) => /\b(runs from seed|acknowledged|lost|survived|refused|in all)\b/.test(line)

/** Keeps the lines of a long run that its result is read from, with its date and machine, under `test/results`. */
export function createResults(folder: string, effort: string) {
  const startedAt = Date.now()
  const told: string[] = []
  let rest = ''
  return {
    hear(text: string) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const plain = stripVTControlCharacters(line).trim()
        if (isTold(plain) || plain.startsWith('stdout |')) told.push(plain.replace('stdout | ', ''))
      }
    },
    write(sum: string) {
      const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
      const processor = cpus()[0]?.model.trim() ?? 'unknown'
      const machine = `${process.platform}, Node ${process.version}, ${cpus().length} cores (${processor})`
      const head = [`${new Date(startedAt).toISOString()}, ${minutes} minutes, ${machine}`, sum, '']
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${effort}.txt`), `${[...head, ...told].join('\n')}\n`)
    },
  }
}
