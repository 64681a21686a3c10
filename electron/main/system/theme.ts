import type { NativeTheme } from 'electron'
import type { Core } from '#core/core.ts'
import { createClient } from '#shared/rpc/client.ts'

/**
 * Applies the chosen theme outside the page: to the window frame, menus, dialogs, and the background before the first paint.
 * Resolves when the first window can be opened.
 */
export async function applyTheme(
  core: Pick<Core, 'call' | 'subscribe'>,
  native: Pick<NativeTheme, 'themeSource'>,
): Promise<void> {
  core.subscribe(({ name, data }) => {
    if (name === 'settings.changed') native.themeSource = data.theme
  }, false)
  native.themeSource = (await createClient(core).call('settings.get')).theme
}
