import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * Every rule has a fixture that breaks it, at a path like those the rule is for. The fixture's first line is the message it must be
 * rejected with, or says that it must be accepted. The real linter and compiler check it with the real configuration.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))
const refused = '// refused: '
const accepted = '// accepted: '

interface Problem {
  readonly path: string
  readonly text: string
}

/** The linter and four runs of the compiler take minutes on a busy machine. */
const toolMs = 900_000

const temporary: string[] = []
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true })
})

describe('the linter', () => {
  const cases = read('lint')
  let problems: readonly Problem[] = []
  beforeAll(() => {
    const tree = temporaryTree(['biome.json', '.gitignore', 'test/guards/rules'])
    writeInto(tree, cases)
    problems = lint(tree)
  }, toolMs)

  test.each(cases)('reports for $path what its first line says', ({ path, content }) => {
    const found = problems.filter((problem) => problem.path === path).map(({ text }) => text)
    const expected = verdict(content)
    if (expected === null) return expect(found).toEqual([])
    expect(found.length).toBeGreaterThan(0)
    for (const text of found) expect(text).toContain(expected)
  })

  test('has a fixture for every configured rule', () => {
    const proven = cases.map(({ path, content }) => ({ path, expected: verdict(content) }))
    const unproven = configuredRules().filter(
      (rule) => !proven.some(({ path, expected }) => expected === rule.words && rule.appliesTo(path)),
    )
    expect(unproven.map(({ words }) => words)).toEqual([])
  })

  test('rejects an import by alias wherever it rejects the same import by path', () => {
    const byAlias = cases
      .filter(({ content }) => /from '#/.test(content))
      .map(({ content }) => verdict(content))
    const unproven = importRules().filter(
      ({ group, message }) => group.some(isPath) && !byAlias.includes(message),
    )
    expect(unproven.map(({ message }) => message)).toEqual([])
  })

  test('refers only to folders and files that exist, so that a rename cannot disable a rule', () => {
    const files = trackedFiles()
    const named = [...pathGlobs(), ...importRules().flatMap(({ group }) => group.filter(isPath).map(asGlob))]
    expect(named.length).toBeGreaterThan(50)
    const unmatched = named.filter((glob) => !files.some((file) => matchesGlob(file, glob)))
    expect([...new Set(unmatched)]).toEqual([])
  })
})

describe('the compiler', () => {
  const cases = read('types')
  const environments = ['electron/main', 'electron/preload', 'electron', 'shared', 'renderer'] as const
  let problems: readonly Problem[] = []
  beforeAll(() => {
    const tree = temporaryTree(['package.json', 'tsconfig.json', 'shared', 'electron', 'renderer'])
    writeInto(tree, cases)
    const used = environments.filter((environment) =>
      cases.some(({ path }) => environmentOf(path) === environment),
    )
    problems = used.flatMap((environment) => compile(tree, environment))
  }, toolMs)

  const environmentOf = (path: string) => environments.find((folder) => path.startsWith(`${folder}/`))

  test.each(cases)('rejects $path', ({ path, content }) => {
    const found = problems.filter((problem) => problem.path === path).map(({ text }) => text)
    expect(found.join('\n')).toContain(verdict(content))
  })
})

interface Fixture {
  /** Its path in the tree it imitates. */
  readonly path: string
  readonly content: string
}

function read(kind: 'lint' | 'types'): readonly Fixture[] {
  const folder = join(fixtures, kind)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: slashes(relative(folder, file)), content: readFileSync(file, 'utf8') }))
}

/** The message in the first line, or `null` if the fixture must be accepted. */
function verdict(content: string): string | null {
  const [first = ''] = content.split('\n', 1)
  if (first.startsWith(accepted)) return null
  if (!first.startsWith(refused))
    throw new Error(`A fixture must start with the expected message, not with “${first}”.`)
  return first.slice(refused.length)
}

function temporaryTree(parts: readonly string[]): string {
  const tree = mkdtempSync(join(tmpdir(), 'notehook-guards-'))
  temporary.push(tree)
  for (const part of parts) cpSync(join(root, part), join(tree, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  return tree
}

function writeInto(tree: string, files: readonly Fixture[]) {
  for (const { path, content } of files) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
}

function lint(tree: string): readonly Problem[] {
  const output = tool(tree, '@biomejs/biome/bin/biome', ['lint', '--reporter=json', '--max-diagnostics=none'])
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

function compile(tree: string, environment: string): readonly Problem[] {
  const output = tool(tree, 'typescript/bin/tsc', ['-p', environment, '--pretty', 'false'])
  // A message continues in indented lines.
  return output
    .split(/\n(?! )/)
    .map((text) => ({ path: slashes(/^(.*?)\(\d+,\d+\): /.exec(text)?.[1] ?? ''), text }))
}

function tool(cwd: string, script: string, args: readonly string[]): string {
  const { stdout, error } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
  })
  if (error) throw error
  return stdout
}

interface Rule {
  readonly words: string
  readonly appliesTo: (path: string) => boolean
}

interface ImportRule {
  readonly group: readonly string[]
  readonly message: string
}

/** The import rules of biome.json: the rejected specifiers and their messages. */
function importRules(): readonly ImportRule[] {
  return readConfig().overrides.flatMap(({ linter }) => {
    const { style } = (linter.rules ?? {}) as { style?: { noRestrictedImports?: unknown } }
    const { options } = (style?.noRestrictedImports ?? {}) as { options?: { patterns: ImportRule[] } }
    return options?.patterns ?? []
  })
}

/** Whether a pattern refers to a path in this tree, not to a package or any sibling. */
function isPath(pattern: string): boolean {
  const bare = pattern.replace(/^!/, '')
  return (
    bare.startsWith('#') || (bare.startsWith('**/') && bare !== '**/**') || /^(?:\.\.\/)+\*\*\/\w/.test(bare)
  )
}

/** The path of the files that a pattern's specifiers resolve to. */
function asGlob(pattern: string): string {
  const bare = pattern.replace(/^!/, '').replace(/^(?:\.\.\/)+/, '')
  return bare
    .replace(/^#core\//, 'electron/core/')
    .replace(/^#shared\//, 'shared/')
    .replace(/^#ui\//, 'renderer/ui/')
}

/** The globs in biome.json that select the files of a rule. */
function pathGlobs(): readonly string[] {
  const { plugins, overrides } = readConfig()
  const includes = [
    ...plugins.flatMap((plugin) => (typeof plugin === 'string' ? [] : (plugin.includes ?? []))),
    ...overrides.flatMap((override) => override.includes),
  ]
  return includes.map((glob) => glob.replace(/^!/, ''))
}

function trackedFiles(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((file) => file !== '' && !file.startsWith('test/guards/fixtures/'))
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

/** Every rule in biome.json, by its message or, if it has none, its name. */
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
