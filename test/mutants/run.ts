import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Mutant, mutants } from './mutants.ts'
import { mutated } from './mutated.ts'

/**
 * Tests the tests: applies each fault in a copy of the tree and runs the tests that must catch it, without the fault and with it.
 * Fails if the tests pass with the fault. `npm run test:mutants -- WORDS` selects the faults whose description contains the
 * words.
 */
const root = join(import.meta.dirname, '../..')
const words = process.argv.slice(2).join(' ')
const chosen = mutants.filter(({ fault }) => fault.includes(words))
const copy = mkdtempSync(join(tmpdir(), 'notehook-mutants-'))
let survivors = 0
try {
  copyTree()
  const sound = new Map<string, boolean>()
  for (const mutant of chosen) {
    const key = String(mutant.caughtBy)
    if (!sound.has(key)) sound.set(key, isGreen(mutant))
    const caught = sound.get(key) === true && !withFault(mutant, () => isGreen(mutant))
    if (!caught) survivors += 1
    const verdict = caught ? 'caught  ' : sound.get(key) ? 'SURVIVED' : 'NOT GREEN WITHOUT IT'
    console.log(`${verdict}  ${mutant.fault}  (${key})`)
  }
  console.log(`${chosen.length - survivors} of ${chosen.length} caught`)
  process.exitCode = survivors === 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copyTree() {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).stdout
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    cpSync(join(root, file), join(copy, file), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // The linter asks git which files to ignore.
  spawnSync('git', ['init', '-q', '-b', 'main'], { cwd: copy })
}

function withFault<Result>(mutant: Mutant, work: () => Result): Result {
  const originals = new Map(mutant.edits.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')]))
  try {
    for (const [file, text] of mutated(mutant, (name) => originals.get(name) ?? '')) {
      writeFileSync(join(copy, file), text)
    }
    return work()
  } finally {
    for (const [file, text] of originals) writeFileSync(join(copy, file), text)
  }
}

function isGreen(mutant: Mutant): boolean {
  if (mutant.caughtBy === 'lint') {
    return mutant.edits.every(({ file }) => run('@biomejs/biome/bin/biome', 'lint', file))
  }
  if (mutant.built && !run('../electron/launch/build.ts', '--if-needed')) return false
  return run('vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...mutant.caughtBy)
}

function run(script: string, ...args: readonly string[]): boolean {
  const bin = join(copy, 'node_modules', script)
  const path = script.startsWith('..') ? join(copy, script.slice(3)) : bin
  const { status } = spawnSync(process.execPath, [path, ...args], {
    cwd: copy,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: 'ignore',
  })
  return status === 0
}
