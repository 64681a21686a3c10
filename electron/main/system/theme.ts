import type { NativeTheme } from 'electron'
import type { Core } from '#core/core.ts'
import { createClient } from '#shared/rpc/client.ts'

export async function applyTheme(
  core: Pick<Core, 'call' | 'subscribe'>,
  native: Pick<NativeTheme, 'themeSource'>,
): Promise<void> {
  core.subscribe(({ name, data }) => {
    if (name === 'settings.changed') native.themeSource = data.theme
  }, false)
  native.themeSource = (await createClient(core).call('settings.get')).theme
}
