import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'

export interface Source {
  /** The path relative to the given folder, with forward slashes. */
  readonly path: string
  readonly content: string
}

/** Returns the TypeScript files of a folder and its subfolders. */
export function sourcesBelow(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(folder, file).split(sep).join('/'),
      content: readFileSync(file, 'utf8'),
    }))
}

/** Returns the specifiers of a file's imports, re-exports and type references, as written. */
export function specifiersIn(path: string, content: string): readonly string[] {
  const { module, errors } = parseSync(path, content)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed.`)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => content.slice(start + 1, end - 1)),
  ]
  // A type can be imported where it is used: `import('./a.ts').A`.
  const types = [...content.matchAll(/\bimport\('([^']+)'\)/g)].map((match) => match[1])
  return [...new Set([...requests, ...types].filter((request) => request !== undefined))]
}
