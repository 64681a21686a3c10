import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns every encoding in which a secret could leak: plain, base64 at its three alignments, hex, percent-encoded. */
export function secretForms(secret: string): readonly string[] {
  const bare = secret.replace(/^whsec_/, '')
  return [secret, bare].flatMap((value) => {
    const bytes = Buffer.from(value)
    const aligned = [0, 1, 2].map((offset) => {
      const text = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .replace(/=+$/, '')
      // Leaves out the first and last groups, which depend on the adjacent bytes.
      return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    })
    const urlSafe = aligned.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
    const hex = bytes.toString('hex')
    return [value, ...aligned, ...urlSafe, hex, hex.toUpperCase(), encodeURIComponent(value)]
  })
}

/** Returns the names of the texts that contain the secret in any encoding. */
export function findSecret(secret: string, texts: Readonly<Record<string, string>>): readonly string[] {
  const forms = secretForms(secret)
  return Object.entries(texts)
    .filter(([, text]) => forms.some((form) => text.includes(form)))
    .map(([name]) => name)
}

/** Reads every file below a folder as Latin-1 text. */
export function filesBelow(folder: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[path] = readFileSync(path, 'latin1')
  }
  return files
}
