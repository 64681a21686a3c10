import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, posix, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted, type Files, forbiddenImports, typeErrors, violations } from './violations.ts'

/**
 * Checks that the real linter and compiler, with the real configuration, reject every file of `violations.ts` for the stated
 * reason.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Problem {
  readonly path: string
  readonly text: string
}

const imports = forbiddenImports.flatMap(({ folder, message, targets }) =>
  targets.flatMap((target) => [
    { path: pathIn(folder, target, 'path'), specifier: byPath(folder, target), message, isAlias: false },
    ...(isFile(target) || isListOfAllowed(message)
      ? [{ path: pathIn(folder, target, 'alias'), specifier: byAlias(target), message, isAlias: true }]
      : []),
  ]),
)
const rejected = Object.entries(violations).flatMap(([message, files]) =>
  Object.keys(files).map((path) => ({ path, message })),
)
const mistyped = Object.entries(typeErrors).flatMap(([message, files]) =>
  Object.keys(files).map((path) => ({ path, message })),
)

let linted: readonly Problem[] = []
let compiled: readonly Problem[] = []
const temporary: string[] = []

/** The linter and the compiler take minutes on a busy machine. */
const toolMs = 900_000

beforeAll(async () => {
  const samples = Object.fromEntries(imports.map(({ path, specifier }) => [path, everyImportOf(specifier)]))
  const toLint = temporaryTree(['biome.json', '.gitignore', 'test/guards/rules'])
  for (const files of [samples, accepted, ...Object.values(violations)]) writeInto(toLint, files)
  const toCompile = temporaryTree(['package.json', 'tsconfig.json', 'shared', 'electron', 'renderer'])
  for (const files of Object.values(typeErrors)) writeInto(toCompile, files)
  ;[linted, compiled] = await Promise.all([lint(toLint), compile(toCompile)])
}, toolMs)

afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true })
})

describe('the linter', () => {
  test.each(imports)('the linter rejects the import of $specifier in $path', ({ path, message, isAlias }) => {
    const found = problemsOf(linted, path).filter((it) => it.startsWith('lint/style/noRestrictedImports'))
    expect(found.filter((it) => it.includes(message))).toHaveLength(importForms)
    // The path of an alias may pass through a folder that another rule forbids.
    if (!isAlias) expect(found).toHaveLength(importForms)
  })

  test.each(rejected)('the linter rejects $path: $message', ({ path, message }) => {
    const found = problemsOf(linted, path)
    expect(found.length).toBeGreaterThan(0)
    for (const it of found) expect(it).toContain(message)
  })

  test.each(Object.keys(accepted))('the linter accepts %s', (path) => {
    expect(problemsOf(linted, path)).toEqual([])
  })

  test('every rule of the linter rejects an example', () => {
    const proven = [...imports, ...rejected]
    const unproven = configuredRules().filter(
      (rule) => !proven.some(({ path, message }) => message === rule.words && rule.appliesTo(path)),
    )
    expect(unproven.map(({ words }) => words)).toEqual([])
  })

  test('the linter’s configuration names only folders and files that exist', () => {
    const files = trackedFiles()
    const named = [...pathGlobs(), ...importRules().flatMap(({ group }) => group.filter(isPath).map(asGlob))]
    expect(named.length).toBeGreaterThan(50)
    const unmatched = named.filter((glob) => !files.some((file) => matchesGlob(file, glob)))
    expect([...new Set(unmatched)]).toEqual([])
  })
})

describe('the compiler', () => {
  test.each(mistyped)('the compiler rejects $path: $message', ({ path, message }) => {
    expect(problemsOf(compiled, path).join('\n')).toContain(message)
  })
})

const importForms = 4

function everyImportOf(specifier: string): string {
  return `import { used } from '${specifier}'
export const user = used
export { other } from '${specifier}'
export type { Type } from '${specifier}'
export const load = () => import('${specifier}')
`
}

function pathIn(folder: string, target: string, how: string): string {
  return `${folder}/${kebab(target)}-by-${how}.ts`
}

function byPath(folder: string, target: string): string {
  return isFile(target) ? posix.relative(folder, target) : target
}

/** Uses the alias of the folder, or reaches the target through the nearest one: `#core/../serve/gate.ts`. */
function byAlias(target: string): string {
  if (!isFile(target)) return `#libraries/${kebab(target)}.ts`
  for (const [folder, alias] of [
    ['shared', '#shared'],
    ['electron/core', '#core'],
    ['renderer/ui', '#ui'],
  ] as const)
    if (target.startsWith(`${folder}/`)) return alias + target.slice(folder.length)
  return target.startsWith('renderer/')
    ? `#ui/${posix.relative('renderer/ui', target)}`
    : `#core/${posix.relative('electron/core', target)}`
}

function isFile(target: string): boolean {
  return /^(?:shared|electron|renderer)\//.test(target)
}

function kebab(target: string): string {
  return target.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')
}

/** Only a rule that lists the allowed imports can reject an unknown alias. */
function isListOfAllowed(message: string): boolean {
  return importRules().some((rule) => rule.message === message && rule.group.includes('**'))
}

const problemsOf = (problems: readonly Problem[], path: string) =>
  problems.filter((problem) => problem.path === path).map((problem) => problem.text)

function temporaryTree(parts: readonly string[]): string {
  const tree = mkdtempSync(join(tmpdir(), 'notehook-guards-'))
  temporary.push(tree)
  for (const part of parts) cpSync(join(root, part), join(tree, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  return tree
}

function writeInto(tree: string, files: Files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), `${content}\n`)
  }
}

async function lint(tree: string): Promise<readonly Problem[]> {
  const output = await tool(tree, '@biomejs/biome/bin/biome', [
    'lint',
    '--reporter=json',
    '--max-diagnostics=none',
  ])
  const report = JSON.parse(output) as {
    diagnostics: { severity: string; category: string; message: string; location: { path: string } }[]
  }
  return report.diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ category, message, location }) => ({
      path: slashes(location.path),
      text: `${category}: ${message}`,
    }))
}

/** Compiles every environment in one run, with one checker each, because the checkers of a program repeat much of the work. */
async function compile(tree: string): Promise<readonly Problem[]> {
  const environments = ['shared', 'electron', 'electron/main', 'electron/preload', 'renderer']
  const options = ['--pretty', 'false', '--builders', '2', '--checkers', '1']
  const output = await tool(tree, 'typescript/bin/tsc', ['--build', ...environments, ...options])
  // Indented lines continue the message before them.
  return output
    .split(/\n(?! )/)
    .map((text) => ({ path: slashes(/^(.*?)\(\d+,\d+\): /.exec(text)?.[1] ?? ''), text }))
}

/** Runs a tool and resolves to its output. Ignores the exit code, which is 1 for both tools because they find problems. */
async function tool(cwd: string, script: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

interface Rule {
  readonly words: string
  readonly appliesTo: (path: string) => boolean
}

interface ImportRule {
  readonly group: readonly string[]
  readonly message: string
}

/** Returns the import rules of biome.json: the rejected specifiers and their messages. */
function importRules(): readonly ImportRule[] {
  return readConfig().overrides.flatMap(({ linter }) => {
    const { style } = (linter.rules ?? {}) as { style?: { noRestrictedImports?: unknown } }
    const { options } = (style?.noRestrictedImports ?? {}) as { options?: { patterns: ImportRule[] } }
    return options?.patterns ?? []
  })
}

/** Whether a pattern refers to a path in this tree, and not to a package or any sibling. */
function isPath(pattern: string): boolean {
  const bare = pattern.replace(/^!/, '')
  return (
    bare.startsWith('#') || (bare.startsWith('**/') && bare !== '**/**') || /^(?:\.\.\/)+\*\*\/\w/.test(bare)
  )
}

function asGlob(pattern: string): string {
  const bare = pattern.replace(/^!/, '').replace(/^(?:\.\.\/)+/, '')
  return bare
    .replace(/^#core\//, 'electron/core/')
    .replace(/^#shared\//, 'shared/')
    .replace(/^#ui\//, 'renderer/ui/')
}

/** Returns the globs in biome.json that select the files of a rule. */
function pathGlobs(): readonly string[] {
  const { plugins, overrides } = readConfig()
  const includes = [
    ...plugins.flatMap((plugin) => (typeof plugin === 'string' ? [] : (plugin.includes ?? []))),
    ...overrides.flatMap((override) => override.includes),
  ]
  return includes.map((glob) => glob.replace(/^!/, ''))
}

function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file !== '')
}

interface Rules {
  readonly [group: string]: unknown
}

interface Config {
  readonly plugins: readonly (string | { path: string; includes?: string[] })[]
  readonly linter: { rules: Rules }
  readonly overrides: readonly { includes: string[]; linter: { rules?: Rules } }[]
}

function readConfig(): Config {
  return JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as Config
}

/** Returns every rule in biome.json, by its message or, if it has none, its name. */
function configuredRules(): readonly Rule[] {
  const config = readConfig()
  const anywhere = () => true
  const plugins = config.plugins.map((plugin) => (typeof plugin === 'string' ? plugin : plugin.path))
  return [
    ...plugins.map((path) => ({ words: pluginMessage(path), appliesTo: anywhere })),
    ...refusals(config.linter.rules).map((words) => ({ words, appliesTo: anywhere })),
    ...config.overrides.flatMap(({ includes, linter }) => {
      const [within, without] = [includes.filter((it) => !it.startsWith('!')), includes.filter(isExclusion)]
      const appliesTo = (path: string) =>
        within.some((glob) => matchesGlob(path, glob)) &&
        !without.some((glob) => matchesGlob(path, glob.slice(1)))
      return refusals(linter.rules ?? {}).map((words) => ({ words, appliesTo }))
    }),
  ]
}

function refusals(rules: Rules): readonly string[] {
  return Object.entries(rules).flatMap(([group, members]) =>
    typeof members === 'object' && members !== null
      ? Object.entries(members).flatMap(([name, setting]) => refusalsOf(`lint/${group}/${name}`, setting))
      : [],
  )
}

function refusalsOf(rule: string, setting: unknown): readonly string[] {
  if (setting === 'off') return []
  const { options } = setting as { options?: { patterns?: { message: string }[] } }
  return options?.patterns?.map(({ message }) => message) ?? [rule]
}

function pluginMessage(path: string): string {
  const message = /message="([^"]+)"/.exec(readFileSync(join(root, path), 'utf8'))?.[1]
  if (message === undefined) throw new Error(`${path} has a rule without a message.`)
  return message
}

function isExclusion(glob: string): boolean {
  return glob.startsWith('!')
}

function slashes(path: string): string {
  return path.split(sep).join('/')
}
