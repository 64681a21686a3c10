import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readBundle, readPolicy } from '#core/platform/files/built-page.ts'
import { openServer } from '../../../electron/serve/server.ts'
import { createTokens } from '../../../electron/serve/tokens.ts'
import type { OpenCore } from './open-core.ts'

const pageFolder = join(import.meta.dirname, '../../../dist/renderer')

/**
 * Serves the built page with a core in this process, so that a browser test can also control the core. Returns an address that opens the
 * page once.
 */
export async function servePage({ core, log }: Pick<OpenCore, 'core' | 'log'>): Promise<string> {
  const tokens = createTokens(() => {})
  const note = (message: string) => void (log as string[]).push(message)
  const server = await openServer({
    core,
    bundle: await readBundle(pageFolder),
    contentSecurityPolicy: await readPolicy(pageFolder),
    tokens,
    log: { info: note, warn: note, error: note },
    port: 0,
  })
  onTestFinished(() => server.close())
  return `${server.origin}/#t=${tokens.issueLaunch()}`
}
