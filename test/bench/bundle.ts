import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from './report.ts'

export function bundleFigures(): Figure[] {
  const folder = join(import.meta.dirname, '../../dist/renderer')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  const first = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
  const weigh = (names: readonly string[]) => {
    const files = neededBy(folder, names)
    const bytes = files.reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(folder, 'assets', name))).length,
      0,
    )
    return { count: files.length, kilobytes: bytes / 1000 }
  }
  const { count, kilobytes } = weigh(first)
  return [
    {
      what: `renderer entry, gzipped (${count} of ${scripts.length} scripts)`,
      measured: `${kilobytes.toFixed(0)} kB`,
      bar: '≤ 190 kB',
      aim: '150 kB',
      verdict: kilobytes <= 190 ? 'reached' : 'missed',
      numbers: { kilobytes },
    },
    ...(['inspector-page', 'notes-page'] as const).map((start): Figure => {
      const page = scripts.filter((name) => name.startsWith(`${start}-`))
      if (page.length !== 1) throw new Error(`${page.length} scripts are called ${start}.`)
      const { count, kilobytes } = weigh([...first, ...page])
      return {
        what: `a start at ${start.split('-')[0]}, gzipped (${count} scripts)`,
        measured: `${kilobytes.toFixed(0)} kB`,
        verdict: 'measured',
        numbers: { kilobytes },
      }
    }),
  ]
}

function neededBy(folder: string, names: readonly string[]): readonly string[] {
  const needed = new Set<string>()
  const read = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    const code = readFileSync(join(folder, 'assets', name), 'utf8')
    for (const [, found = ''] of code.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      read(found)
  }
  for (const name of names) read(name)
  return [...needed]
}
