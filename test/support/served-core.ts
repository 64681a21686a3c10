import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readBundle, readPolicy } from '#core/platform/bundle.ts'
import { openServer } from '../../electron/serve/server.ts'
import { createTokens } from '../../electron/serve/tokens.ts'
import type { OpenCore } from './open-core.ts'

const pageFolder = join(import.meta.dirname, '../../dist/renderer')

/**
 * The built page before a core of this process, so that a test in a browser can also turn what lies behind the page. Gives an
 * address that opens it once.
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
