import type { AboutPanelOptionsOptions } from 'electron'

/** Must be the same as `copyright` in electron-builder.yml. A test compares the two. */
const copyright = 'Copyright © 2026 The Notehook authors'

/** Returns the contents of the About panel. Each operating system shows only some of the fields. */
export function aboutPanel(version: string, iconPath: string): AboutPanelOptionsOptions {
  const { electron, chrome, node } = process.versions
  return {
    applicationName: 'Notehook',
    applicationVersion: version,
    version: '',
    copyright,
    credits: `MIT License. Electron ${electron ?? '-'}, Chromium ${chrome ?? '-'}, Node ${node}.`,
    authors: ['The Notehook authors'],
    iconPath,
  }
}
