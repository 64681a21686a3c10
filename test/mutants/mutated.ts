import type { Mutant } from './mutants.ts'

/** The files with the fault in them. Throws when the code that it changes is not there exactly once. */
export function mutated({ fault, edits }: Mutant, read: (file: string) => string): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, find, put } of edits) {
    const text = files.get(file) ?? read(file)
    const parts = text.split(find)
    if (parts.length !== 2) throw new Error(`${fault}: ${file} has it ${parts.length - 1} times.`)
    files.set(file, parts.join(put))
  }
  return files
}
