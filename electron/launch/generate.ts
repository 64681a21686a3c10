import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listedTools } from '#shared/agents/tools.ts'
import { filterKeys } from '#shared/deliveries/filter/filter.ts'

/**
 * Returns the contents of the files that are generated from the table of tools, by path. A test compares them with the committed
 * files.
 */
export function generatedFiles(root: string): Readonly<Record<string, string>> {
  const tools = listedTools()
  const list = tools.map(({ name, title, level }) => `| \`${name}\` | ${level} | ${title} |\n`).join('')
  const table = `| Tool | Level | What it does |\n|---|---|---|\n${list}`
  const lines = tools.map((tool) => JSON.stringify(tool)).join(',\n')
  return {
    'electron/command/tools.json': `{"filterKeys": ${JSON.stringify(filterKeys)},\n"tools": [\n${lines}\n]}\n`,
    ...Object.fromEntries(documents.map((path) => [path, withTable(join(root, path), table)])),
  }
}

/** Documents with a list of the tools. */
const documents = ['electron/command/README.md', 'resources/skill/notehook/SKILL.md']

/** Replaces the table between the two marks of a document. */
function withTable(file: string, table: string): string {
  const [before, rest] = readFileSync(file, 'utf8').split('<!-- tools -->\n')
  const [, after] = rest?.split('<!-- end -->') ?? []
  if (after === undefined) throw new Error(`${file} has no marks for the table of tools.`)
  return `${before}<!-- tools -->\n\n${table}\n<!-- end -->${after}`
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '../..')
  for (const [path, text] of Object.entries(generatedFiles(root))) writeFileSync(join(root, path), text)
}
