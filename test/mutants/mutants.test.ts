import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { mutated } from './mutated.ts'

const root = join(import.meta.dirname, '../..')

test.each(mutants.map((mutant) => [mutant.fault, mutant] as const))(
  'the code and the tests that this mutant names exist: %s',
  (_, mutant) => {
    const files = mutated(mutant, (file) => readFileSync(join(root, file), 'utf8'))
    for (const [file, text] of files) expect(text).not.toBe(readFileSync(join(root, file), 'utf8'))
    if (mutant.caughtBy !== 'lint')
      for (const file of mutant.caughtBy) expect(existsSync(join(root, file))).toBe(true)
  },
)
