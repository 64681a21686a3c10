import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Saves the claims, properties and skipped tests of a long run in a file, with date and machine. */
export function createResults(file: string) {
  const startedAt = Date.now()
  const claims: string[] = []
  const properties: string[] = []
  let test = ''
  let rest = ''

  const readLine = (line: string) => {
    if (line.startsWith('stdout |')) test = line.replace(/^stdout \| (\S*\/)?/, '')
    else if (line.startsWith('claim: ')) claims.push(line.slice('claim: '.length))
    else if (/^\d+ runs from seed \d+$/.test(line)) properties.push(`${line}: ${test}`)
  }

  return {
    read(text: string) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) readLine(stripVTControlCharacters(line).trim())
    },
    write(sum: string, skipped: readonly string[]) {
      const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
      const processor = cpus()[0]?.model.trim() ?? 'unknown'
      const machine = `${process.platform}, Node ${process.version}, ${cpus().length} cores (${processor})`
      const lines = [
        `${new Date(startedAt).toISOString()}, ${minutes} minutes, ${machine}`,
        sum,
        ...section('Claims', claims.toSorted()),
        ...section('Properties, with the seed of this run', properties),
        ...section('Skipped', skipped),
      ]
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${lines.join('\n')}\n`)
    },
  }
}

const section = (name: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', name, ...lines.map((line) => `- ${line}`)]
