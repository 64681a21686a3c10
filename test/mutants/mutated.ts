import type { Mutant } from './mutants.ts'

/** Returns the files with the fault applied. Throws unless the code to change occurs exactly once. */
export function mutated({ fault, edits }: Mutant, read: (file: string) => string): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, find, put } of edits) {
    const text = files.get(file) ?? read(file)
    const parts = text.split(find)
    if (parts.length !== 2)
      throw new Error(`${fault}: the code to change is in ${file} ${parts.length - 1} times, not once.`)
    files.set(file, parts.join(put))
  }
  return files
}
