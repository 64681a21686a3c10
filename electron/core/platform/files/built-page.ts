import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { z } from 'zod'
import { contentSecurityPolicy } from '#shared/content-security-policy.ts'

/** A file of the built page. `immutable` means that the file name contains a hash of the content. */
export interface BundleFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly immutable: boolean
}

/** The built page's files by path, such as `/assets/index-abc.js`. `/` is the page itself. */
export type Bundle = ReadonlyMap<string, BundleFile>

/** Reads the built page at startup. Both hosts serve only this map, so requests can't reach other files. */
export async function readBundle(folder: string): Promise<Bundle> {
  const bundle = new Map<string, BundleFile>()
  for (const entry of await listing(folder)) {
    const path = entry.replaceAll('\\', '/')
    const type = contentTypes.get(extname(path))
    if (!type) continue
    const body = new Uint8Array(await readFile(join(folder, entry)))
    bundle.set(`/${path}`, { body, type, immutable: path.startsWith('assets/') })
  }
  const page = bundle.get('/index.html')
  if (!page) throw new Error(notBuilt)
  return bundle.set('/', page)
}

/** Returns the built page's content security policy. The build stores the hashes of its inline styles in `csp.json`. */
export async function readPolicy(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'csp.json'), 'utf8').catch(() => {
    throw new Error(notBuilt)
  })
  return contentSecurityPolicy(StyleHashes.parse(JSON.parse(text)).styleHashes)
}

const notBuilt = 'The page has not been built: run `npm run build`.'

/** Accepts only hashes, so that a damaged file can't change the policy. */
const StyleHashes = z.object({
  styleHashes: z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/)),
})

const contentTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.ico': 'image/x-icon',
    '.woff2': 'font/woff2',
  }),
)

async function listing(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => {
    throw new Error(notBuilt)
  })
  return entries.sort()
}
