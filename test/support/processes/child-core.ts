import Conf from 'conf'
import { type Core, createCore } from '#core/core.ts'
import type { Ports } from '#core/platform/ports.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { openSettings } from '../../../electron/adapters/conf-settings.ts'
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts'
import { engineScript } from '../deliveries/engine-script.ts'
import { fileKeychain } from '../platform/file-keychain.ts'

const quiet = () => {}

/** Creates the real core in its own process, so that a test can kill it. Its keychain is a file. */
export function createChildCore(dataFolder: string, keychain: string, ports: Partial<Ports> = {}): Core {
  return createCore({
    host: 'browser',
    version: '0.0.0-test',
    dataFolder,
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    log: { info: quiet, warn: quiet, error: (message, cause) => console.error(message, cause) },
    redactor: createRedactor(),
    fetch: (url, init) => fetch(url, init),
    lookup: async () => [],
    secrets: fileKeychain(keychain),
    memory: createMemorySecrets(),
    settings: openSettings({ folder: dataFolder, Store: Conf }),
    openSandbox: () => Promise.reject(new Error('No sandbox here.')),
    openExternal: null,
    notifier: null,
    saveFile: null,
    hardenMarkdown: (text) => text,
    openZip: () => {
      throw new Error('No zip here.')
    },
    clipboard: null,
    loadNgrok: () => Promise.reject(new Error('No ngrok here.')),
    engineThread: engineScript,
    ...ports,
  })
}
