import type { NativeTheme } from 'electron'
import type { Core } from '#core/core.ts'
import { createClient } from '#shared/rpc/client.ts'

/**
 * Gives the chosen theme to what the page does not draw: the frame, menus, dialogs and the color of a window whose page is not
 * painted yet. Resolves once the first window can open in it.
 */
export async function followTheme(
  core: Pick<Core, 'call' | 'subscribe'>,
  native: Pick<NativeTheme, 'themeSource'>,
): Promise<void> {
  core.subscribe(({ name, data }) => {
    if (name === 'settings.changed') native.themeSource = data.theme
  }, false)
  native.themeSource = (await createClient(core).call('settings.get')).theme
}
